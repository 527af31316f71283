package org.servedyno.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the simulated example as a reader would, cut to one trial, and holds the docs to what it leaves. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ExampleRunTest {
    @TempDir
    Path runs;

    @Test
    void one_trial_of_the_simulated_example_runs_through_and_leaves_the_files_and_keys_that_the_docs_name()
            throws IOException {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String plan = Documents.ROOT.resolve("examples/qwen3-14b-sim.yaml").toString();

        int status = Main.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
                .execute("run", plan, "--blocks", "1", "--only", "sglang-fp8", "--runs-dir", runs.toString(), "--json");

        assertThat(status).as(err.toString()).isZero();
        assertThat(err.toString()).contains("SIMULATED", "trial 1/1 1-sglang-fp8-1", "VALID SIMULATED");
        JsonNode document = new ObjectMapper().readTree(out.toString());
        assertThat(document.path("simulated").booleanValue()).isTrue();
        assertThat(document.path("configurations").path(0).path("valid").intValue())
                .isEqualTo(1);
        Path run = Path.of(document.path("runDirectory").textValue());
        assertThat(run.getParent()).isEqualTo(runs);
        everyFileIsNamedIn(Documents.page("docs/results.md"), run);
        everyJsonFileBeginsWithItsStamp(run);
    }

    private static void everyFileIsNamedIn(String page, Path run) throws IOException {
        List<Path> files = files(run);
        assertThat(files).hasSizeGreaterThan(30);
        assertThat(files).allSatisfy(file -> {
            String name = run.relativize(file).startsWith("workloads")
                    ? "workloads/<name>.jsonl"
                    : file.getFileName().toString();
            assertThat(page).contains(name);
        });
    }

    private static void everyJsonFileBeginsWithItsStamp(Path run) throws IOException {
        for (Path file : files(run)) {
            if (file.toString().endsWith(".json")) {
                assertThat(Files.readString(file).replaceAll("\\s", ""))
                        .as("%s", file)
                        .startsWith("{\"schemaVersion\":1,\"simulated\":true");
            }
        }
    }

    private static List<Path> files(Path run) throws IOException {
        try (Stream<Path> files = Files.walk(run)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
