package org.servedyno.results.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
    private static final Instant NOW = Instant.parse("2026-12-01T01:02:03Z");

    @TempDir
    Path folder;

    @Test
    void a_run_gets_a_folder_of_its_own_named_by_study_and_time() throws IOException {
        RunDirectory run = RunDirectory.create(folder.resolve("runs"), "qwen3", NOW, "a1b2");

        assertThat(run.path().getFileName()).hasToString("qwen3-20261201-010203-a1b2");
        assertThat(run.path()).isDirectory().isAbsolute();
        assertThatThrownBy(() -> RunDirectory.create(folder.resolve("runs"), "qwen3", NOW, "a1b2"))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void every_file_has_its_place() throws IOException {
        RunDirectory run = RunDirectory.create(folder, "s", NOW, "x");
        TrialDirectory trial = run.trial("1-vllm-1");

        assertThat(run.path().relativize(trial.pass("short-2").requests()))
                .hasToString("trials/1-vllm-1/passes/short-2/requests.ndjson.gz");
        assertThat(run.path().relativize(trial.gpuTrace())).hasToString("trials/1-vllm-1/gpu.ndjson.gz");
    }

    @Test
    void only_trials_with_their_trial_json_have_ended() throws IOException {
        RunDirectory run = RunDirectory.create(folder, "s", NOW, "x");
        WholeFile.write(run.trial("1-b-1").trialJson(), "{}");
        WholeFile.write(run.trial("1-a-1").trialJson(), "{}");
        Files.createDirectories(run.trial("2-a-1").path());

        assertThat(run.endedTrials()).containsExactly(run.trial("1-a-1"), run.trial("1-b-1"));
    }

    @Test
    void a_folder_that_is_no_run_is_told_so() {
        assertThatThrownBy(() -> RunDirectory.open(folder.resolve("none")))
                .isInstanceOf(NotARunDirectoryException.class)
                .hasMessageContaining("no such folder");
        assertThatThrownBy(() -> RunDirectory.open(folder)).hasMessageContaining("it holds no plan.json");
    }
}
