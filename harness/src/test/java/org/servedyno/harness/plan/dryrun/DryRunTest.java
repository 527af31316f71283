package org.servedyno.harness.plan.dryrun;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.servedyno.harness.Golden;
import org.servedyno.harness.plan.EngineSettings;
import org.servedyno.harness.plan.Plans;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Study;

class DryRunTest {
    @Test
    void a_dry_run_tells_plan_commands_order_and_time() throws IOException {
        String text = DryRun.of(Plans.study(Plans.SOUND), DryRunTest::command);

        assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        Golden.check("plan/dry-run.txt", text);
    }

    @Test
    void a_running_server_has_no_command() {
        String plan = Plans.SOUND
                .replaceAll(
                        "(?s)configurations:.*baseline: vllm",
                        "configurations: { a: { engine: attach, base-url: \"http://h:1\" } }")
                .replaceAll("hardware: .*", "hardware: none");

        assertThat(DryRun.of(Plans.study(plan), configuration -> List.of()))
                .contains("a:\n  (a server that already runs; nothing is started)")
                .doesNotContain("SIMULATED");
    }

    @Test
    void the_effective_plan_reads_back_as_the_same_study() {
        Study study = Plans.study(Plans.SOUND);

        assertThat(Plans.study(EffectivePlan.of(study))).isEqualTo(study);
    }

    @Test
    void odd_words_survive_the_effective_plan() {
        String odd =
                "[\"{port}\", \"a b\", \"x: y\", \"-\", \"#\", \"null\", \"'\", \"\\\"\", \"\\\\\", \"1_0\", \"&a\", \"*a\", \"a,b\", \"~\", \"a:\"]";
        Study study = Plans.study(Plans.SOUND
                .replaceAll(
                        "(?s)configurations:.*baseline: vllm",
                        "configurations: { a: { engine: command, command: " + odd.replace("\\", "\\\\") + " } }")
                .replaceAll("hardware: .*", "hardware: none"));

        assertThat(study.configuration("a").command()).hasSize(15);
        assertThat(Plans.study(EffectivePlan.of(study))).isEqualTo(study);
    }

    @Test
    void an_estimate_counts_windows_and_arrivals_as_long_as_they_are() {
        Study study = Plans.study("""
                study: s
                model: Qwen/Qwen3-14B
                workloads:
                  windowed: { dataset: random, input: 1, output: 1, window: 100s }
                  arriving: { dataset: random, input: 1, output: 1, prompts: 100, rate: 1 }
                configurations: { a: { engine: sim, start-seconds: 6 } }
                discipline: { blocks: 3, warmup: { passes: 1, until: passes }, passes: 2 }
                """);

        // 3 passes of 100 s each, twice, with 6 s of start and 4 s of the trial's own.
        assertThat(TimeEstimate.of(study))
                .isEqualTo(new TimeEstimate(Duration.ofSeconds(3 * 610), Duration.ofSeconds(610)));
    }

    private static List<String> command(Configuration configuration) {
        EngineSettings settings = EngineSettings.of(configuration);
        return List.of(
                "servedyno",
                "engine-sim",
                "--port",
                "{port}",
                "--model",
                configuration.model(),
                "--profile",
                settings.profile(),
                "--served-model-name",
                "a name with blanks");
    }
}
