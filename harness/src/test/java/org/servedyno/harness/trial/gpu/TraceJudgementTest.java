package org.servedyno.harness.trial.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.gate.Gates;
import org.servedyno.results.model.Validity;
import org.servedyno.results.store.TrialDirectory;

class TraceJudgementTest {
    @TempDir
    Path folder;

    @Test
    void a_trace_that_is_missing_makes_the_trial_invalid_for_each_gpu() throws IOException {
        TraceJudgement judgement =
                TraceJudgement.of(new TrialDirectory(folder), List.of(0, 3), List.of(), Optional.empty(), false);

        assertThat(judgement.gates()).extracting("id").containsExactly("TRC-1", "TRC-1");
        assertThat(judgement.gates()).allSatisfy(gate -> assertThat(gate.seen()).contains("is missing"));
        assertThat(Gates.validity(judgement.gates()).state()).isEqualTo(Validity.State.INVALID);
    }

    @Test
    void a_trace_that_is_no_trace_makes_the_trial_invalid() throws IOException {
        TrialDirectory trial = new TrialDirectory(folder);
        Files.writeString(trial.gpuTrace(), "this is no gzip file", StandardCharsets.UTF_8);

        TraceJudgement judgement = TraceJudgement.of(trial, List.of(0), List.of(), Optional.empty(), false);

        assertThat(Gates.validity(judgement.gates()).state()).isEqualTo(Validity.State.INVALID);
        assertThat(judgement.gates().get(0).seen()).startsWith("the trace can't be read: ");
    }
}
