package org.servedyno.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
    @TempDir
    private Path folder;

    @Test
    void two_configurations_of_a_run_are_compared_block_by_block() throws IOException {
        Path run = new SmallRun()
                .with("vllm", SmallRun.BASE)
                .with("sglang", SmallRun.FAST)
                .write(folder);

        Invocation compare = compare(run + ":vllm", run + ":sglang");

        assertThat(compare.err()).isEmpty();
        assertThat(compare.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(compare.out())
                .contains(
                        "SIMULATED", "sglang against vllm", "FASTER  ratio 1.2466 [1.2409, 1.2524]  6 blocks, paired");
    }

    @Test
    void two_runs_are_compared_unpaired_and_it_is_said() throws IOException {
        Path before = new SmallRun().named("before").with("vllm", SmallRun.BASE).write(folder);
        Path after = new SmallRun().named("after").with("vllm", SmallRun.SLOW).write(folder);

        Invocation compare = compare(before, after);

        assertThat(compare.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(compare.out()).contains("SLOWER", "trials, unpaired", "share no blocks");
    }

    @Test
    void a_verdict_to_fail_on_gives_exit_code_one() throws IOException {
        Path run = new SmallRun()
                .with("vllm", SmallRun.BASE)
                .with("sglang", SmallRun.SLOW)
                .write(folder);
        Object[] sides = {run + ":vllm", run + ":sglang"};

        assertThat(compare(sides[0], sides[1], "--fail-on", "slower,inconclusive")
                        .exitCode())
                .isEqualTo(ExitCode.FAILED);
        assertThat(compare(sides[0], sides[1], "--fail-on", "faster").exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(compare(sides[0], sides[1], "--fail-on", "worse").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void the_margin_decides_what_counts_as_no_difference() throws IOException {
        Path run = new SmallRun()
                .with("vllm", SmallRun.BASE)
                .with("sglang", SmallRun.SAME)
                .write(folder);

        assertThat(compare(run + ":vllm", run + ":sglang", "--margin", "0.5%").out())
                .contains("EQUIVALENT");
        assertThat(compare(run + ":vllm", run + ":sglang", "--margin", "0.0005").out())
                .contains("INCONCLUSIVE");
        Invocation wrong = compare(run + ":vllm", run + ":sglang", "--margin", "a lot");
        assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err()).contains("--margin must be a share from 0.01% to 50%");
    }

    @Test
    void simulated_and_real_are_never_compared() throws IOException {
        Path simulated = new SmallRun().named("sim").with("vllm", SmallRun.BASE).write(folder);
        Path real =
                new SmallRun().named("real").real().with("vllm", SmallRun.BASE).write(folder);

        Invocation compare = compare(simulated, real);

        assertThat(compare.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(compare.out()).isEmpty();
        assertThat(compare.err()).contains("SIMULATED");
    }

    @Test
    void different_work_gets_no_verdict() throws IOException {
        Path one = new SmallRun().named("one").with("vllm", SmallRun.BASE).write(folder);
        Path other = new SmallRun()
                .named("other")
                .withOtherWork()
                .with("vllm", SmallRun.FAST)
                .write(folder);

        assertThat(compare(one, other).out()).contains("INVALID", "workSha256");
    }

    @Test
    void json_is_one_document() throws IOException {
        Path run = new SmallRun()
                .with("vllm", SmallRun.BASE)
                .with("sglang", SmallRun.FAST)
                .write(folder);

        JsonNode document = new ObjectMapper()
                .readTree(compare(run + ":vllm", run + ":sglang", "--json").out());

        assertThat(document.path("simulated").booleanValue()).isTrue();
        assertThat(document.path("runDirectory").asText()).isEqualTo(run.toString());
        assertThat(document.path("configurations")).hasSize(2);
        assertThat(document.path("verdicts").path(0).path("verdict").asText()).isEqualTo("FASTER");
    }

    @Test
    void what_is_no_run_or_no_configuration_is_told() throws IOException {
        Path run = new SmallRun().with("vllm", SmallRun.BASE).write(folder);

        Invocation noRun = compare(folder, run);
        assertThat(noRun.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(noRun.err()).contains("it holds no plan.json").contains("It holds one run: " + run);
        Invocation noConfiguration = compare(run + ":vllm", run + ":sglang");
        assertThat(noConfiguration.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(noConfiguration.err()).contains("has no configuration sglang");
    }

    @Test
    void its_help_shows_an_example() {
        assertThat(compare("--help").out()).contains("servedyno compare runs/before runs/after");
    }

    private static Invocation compare(Object... arguments) {
        return Invocation.of(new CompareCommand(), arguments);
    }
}
