package org.servedyno.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class EngineSimCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine commandLine = EngineSimMain.commandLine();
        commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return commandLine.execute(args);
    }

    @Test
    void help_shows_an_example_and_every_failure() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("servedyno engine-sim --port 8000", "crash-after:N", "ignore-sigterm", "SIMULATED");
    }

    @Test
    void all_mistakes_are_told_at_once() {
        assertThat(run("--model", "gpt-5", "--chip", "b300", "--noise", "2")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("no model 'gpt-5'; it knows Qwen/", "no chip 'b300'; it knows h100-sxm", "noise must be");
    }

    @ParameterizedTest
    @ValueSource(strings = {"explode", "crash-after", "oom:3"})
    void a_failure_that_does_not_exist_is_a_mistake(String fault) {
        assertThat(run("--fail", fault)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--fail");
    }

    @Test
    void too_little_memory_ends_the_start_with_an_engines_words() {
        assertThat(run("--fail", "oom", "--port", "0")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("Free memory on device (", "desired GPU memory utilization (0.9,");
    }

    @Test
    void an_exit_at_the_start_ends_with_status_1_after_some_log() {
        assertThat(run("--fail", "exit-at-start:1", "--start-seconds", "3", "--port", "0"))
                .isEqualTo(ExitCode.FAILED);
        assertThat(out.toString()).contains("SIMULATED vLLM-like engine", "25% Completed | 1/4");
        assertThat(err.toString()).contains("Engine core initialization failed");
    }
}
