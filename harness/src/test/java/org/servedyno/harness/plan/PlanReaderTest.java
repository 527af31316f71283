package org.servedyno.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.servedyno.harness.Golden;
import org.servedyno.harness.plan.words.Defaults;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Discipline;
import org.servedyno.results.model.Hardware;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Workload;

class PlanReaderTest {
    private static final String SMALLEST = """
            study: smallest
            model: Qwen/Qwen3-14B
            workloads:
              short: { dataset: random, input: 128, output: 4 }
            configurations:
              only: { engine: sim }
            """;

    @TempDir
    private Path folder;

    @Test
    void a_plan_with_five_mistakes_gets_five_messages_with_their_places() throws IOException {
        String text = Files.readString(Path.of("src/test/resources/plans/five-mistakes.yaml"));
        PlanOutcome outcome =
                Plans.reader().read(new PlanSource("five-mistakes.yaml", text, Path.of("/plans")), PlanOverrides.NONE);

        List<String> problems = Plans.problems(outcome);
        assertThat(problems).hasSize(5);
        Golden.check("plan/five-mistakes.txt", String.join("\n", problems) + "\n");
    }

    @Test
    void the_smallest_plan_gets_every_default() {
        Study study = Plans.study(SMALLEST);

        assertThat(study.simulated()).isTrue();
        assertThat(study.baseline()).isEqualTo("only");
        assertThat(study.primaryMetric()).isEqualTo(Defaults.PRIMARY);
        assertThat(study.marginRatio()).isEqualTo(0.005);
        assertThat(study.tokenizer()).isEqualTo("o200k");
        assertThat(study.hardware()).isEqualTo(new Hardware.Simulated("h100-sxm", 1));
        assertThat(study.discipline()).isEqualTo(Discipline.byDefault(Defaults.STUDY_SEED));
        Workload workload = study.workloads().get(0);
        assertThat(workload.prompts()).isEqualTo(1000);
        assertThat(workload.endpoint()).isEqualTo(Workload.Endpoint.COMPLETIONS);
        assertThat(workload.ignoreEos()).isTrue();
        assertThat(workload.concurrency()).isEmpty();
        assertThat(study.order()).hasSize(6).containsOnly(List.of("only"));
    }

    @Test
    void every_key_reaches_the_study() {
        Study study = Plans.study(Plans.SOUND);

        assertThat(study.hardware()).isEqualTo(new Hardware.Simulated("h100-sxm", 2));
        assertThat(study.primaryMetric()).isEqualTo("ttft-p99");
        assertThat(study.marginRatio()).isEqualTo(0.007);
        assertThat(study.discipline()).isEqualTo(new Discipline(7, 1, true, 4, 2, -5, 1));
        Workload open = study.workload("open");
        assertThat(open.requestsPerSecond()).hasValue(2.5);
        assertThat(open.window()).hasValue(Duration.ofSeconds(90));
        assertThat(open.endpoint()).isEqualTo(Workload.Endpoint.CHAT);
        assertThat(open.ignoreEos()).isFalse();
        assertThat(study.workload("short").prompts()).isEqualTo(1000);
        assertThat(study.workload("short").rangeRatio()).isEqualTo(0.5);
        EngineSettings settings = EngineSettings.of(study.configuration("vllm"));
        assertThat(settings.port()).hasValue(8123);
        assertThat(settings.launchPrefix()).containsExactly("nice", "-n", "5");
        assertThat(settings.readyTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(study.configuration("vllm").environment()).containsEntry("OMP_NUM_THREADS", "1");
    }

    @Test
    void a_configuration_takes_over_what_it_comes_from_entry_by_entry() {
        Study study = Plans.study(Plans.SOUND);

        Configuration fp8 = study.configuration("sglang-fp8");
        EngineSettings settings = EngineSettings.of(fp8);
        assertThat(settings.profile()).isEqualTo("sglang");
        assertThat(settings.precision()).isEqualTo("fp8");
        assertThat(settings.noiseSigma()).isEqualTo(0.001);
        assertThat(settings.tensorParallel()).isEqualTo(2);
        assertThat(fp8.args()).containsOnlyKeys("max-num-seqs");
        assertThat(study.configuration("sglang").args()).containsKeys("max-num-seqs", "no-prefix-cache");
    }

    @Test
    void a_matrix_crosses_configurations_and_names_the_crossings() {
        Study study = Plans.study(SMALLEST + """
                matrix:
                  precision: [bf16, fp8]
                  args.max-num-seqs: [8, 16]
                  exclude: [{ configuration: only, precision: fp8, args.max-num-seqs: 8 }]
                baseline: only-bf16-16
                """);

        assertThat(study.configurations())
                .extracting(Configuration::name)
                .containsExactly("only-bf16-8", "only-bf16-16", "only-fp8-16");
        Configuration last = study.configuration("only-fp8-16");
        assertThat(EngineSettings.of(last).precision()).isEqualTo("fp8");
        assertThat(last.args()).containsEntry("max-num-seqs", "16");
        assertThat(study.baseline()).isEqualTo("only-bf16-16");
    }

    @Test
    void a_dataset_is_found_beside_the_plan_and_kept_as_an_absolute_path() throws IOException {
        Path dataset = Files.writeString(folder.resolve("chats.json"), "[]");
        Path plan = Files.writeString(
                folder.resolve("plan.yaml"),
                SMALLEST.replace(
                        "{ dataset: random, input: 128, output: 4 }", "{ dataset: sharegpt, path: chats.json }"));

        PlanOutcome outcome = Plans.reader().read(plan, PlanOverrides.NONE);

        assertThat(outcome).isInstanceOfSatisfying(PlanOutcome.Read.class, read -> {
            assertThat(read.study().workloads().get(0).path()).hasValue(dataset.toString());
            assertThat(read.study().workloads().get(0).ignoreEos()).isFalse();
        });
    }

    @Test
    void the_command_line_wins_over_the_plan() {
        PlanOutcome outcome =
                Plans.outcome(Plans.SOUND, new PlanOverrides(OptionalInt.of(2), List.of("sglang", "sglang-fp8")));

        assertThat(outcome).isInstanceOfSatisfying(PlanOutcome.Read.class, read -> {
            assertThat(read.study().order())
                    .hasSize(2)
                    .allSatisfy(block -> assertThat(block).containsExactlyInAnyOrder("sglang", "sglang-fp8"));
            assertThat(read.study().baseline()).isEqualTo("sglang");
        });
    }

    @Test
    void an_override_that_fits_no_plan_is_a_problem_of_the_option() {
        PlanOutcome outcome = Plans.outcome(Plans.SOUND, new PlanOverrides(OptionalInt.of(0), List.of("sgland")));

        assertThat(Plans.problems(outcome))
                .containsExactlyInAnyOrder(
                        "--blocks: must be from 1 to 1000, not 0",
                        "--only: no configuration \"sgland\"; there is vllm, sglang, sglang-fp8; did you mean \"sglang\"?");
    }

    @Test
    void real_engines_without_hardware_run_without_a_gpu_for_a_stated_reason() {
        Study study = Plans.study(SMALLEST.replace("{ engine: sim }", "{ engine: attach, base-url: \"http://h:1/\" }"));

        assertThat(study.simulated()).isFalse();
        assertThat(study.hardware()).isEqualTo(new Hardware.None("the plan names no hardware"));
        assertThat(study.tokenizer()).isEqualTo("Qwen/Qwen3-14B");
        assertThat(EngineSettings.of(study.configuration("only")).baseUrl()).isEqualTo("http://h:1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    blocks: 6 -> "blocks" in the plan; it belongs in discipline | blocks: 6
                    must be at least 1, not 0 | discipline: { blocks: 0 }
                    must be a whole number, not "many" | discipline: { blocks: many }
                    must be a whole number, not "1" | discipline: { seed: "1" }
                    "passes" in the plan; it belongs in discipline or discipline.warmup | passes: 2
                    cap must be at least passes, which is 12 | discipline: { warmup: { passes: 12, cap: 3 } }
                    unknown metric "output-troughput" | primary: output-troughput
                    did you mean "output-throughput"? | primary: output-troughput
                    ttft-from-intended-p99 exists only where requests have an intended time | primary: ttft-from-intended-p99
                    margin must be at most 0.5, not 80% | margin: 80%
                    can't be opened: it is not known | tokenizer: no-such-tokenizer
                    devices names real GPUs | hardware: { expect: h100-sxm, devices: [0] }
                    unknown hardware "h100"; there is h100-sxm, h200-sxm, a100-sxm | hardware: { expect: h100 }
                    hardware needs the key "expect" | hardware: { gpus: 1 }
                    unknown hardware "some"; there is none | hardware: some
                    "precison" can't be crossed | matrix: { precison: [fp8] }
                    exclude names precision "fp16", but there is bf16, fp8 | matrix: { precision: [bf16, fp8], exclude: [{ precision: fp16 }] }
                    exclude leaves no configuration | matrix: { precision: [fp8], exclude: [{ precision: fp8 }] }
                    "study" stands here again; the first is at 1:1 | study: twice
                    port must be at most 65535, not 99999 | port: 99999
                    """)
    void a_mistake_at_the_top_of_a_plan_is_told(String message, String line) {
        String wanted = message.contains("->") ? message.substring(message.indexOf("->") + 3) : message;
        assertThat(Plans.problems(SMALLEST + line + "\n"))
                .singleElement()
                .asString()
                .startsWith("plan.yaml:7:")
                .contains(wanted);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    { engine: vllm } | adapter comes with a later version
                    { engine: smi } | did you mean "sim"?
                    { profile: vllm } | needs the key "engine"
                    { engine: sim, command: [x] } | command belongs to engine: command
                    { engine: command } | engine: command needs the key "command"
                    { engine: command, command: [] } | command needs at least the program to start
                    { engine: command, command: [a, {port}] } | words in braces need quotes
                    { engine: command, command: [a], ready: health } | begins with a slash
                    { engine: attach } | engine: attach needs the key "base-url"
                    { engine: attach, base-url: "ftp://x" } | base-url must be an http URL
                    { engine: sim, model: Qwen/Qwen3-1B } | did you mean "Qwen/Qwen3-4B"?
                    { engine: sim, args: { max-num-seq: 8 } } | did you mean "max-num-seqs"?
                    { engine: sim, fail: explode } | no failure is called 'explode'
                    { engine: sim, fail: crash-after } | crash-after needs a number of requests
                    { engine: sim, replicas: 2 } | replicas other than 1 come with a later version
                    { engine: sim, tensor-parallel: 1.5 } | must be a whole number, not 1.5
                    { engine: sim, env: { HF_TOKEN: abc } } | HF_TOKEN looks like a secret
                    { engine: command, command: [a], args: { api-key: abc } } | api-key looks like a secret
                    { engine: command, command: [a, --api-key=abc] } | --api-key looks like a secret
                    { engine: sim, launch: { ready-timeout: 60 } } | must be a duration with its unit
                    { engine: sim, launch: { prefx: [nice] } } | did you mean "prefix"?
                    { engine: sim, launch: { working-directory: nowhere } } | no folder
                    { engine: sim, chip: a100-sxm } | the hardware of this study is h100-sxm
                    { from: only } | from goes in a circle
                    { from: other } | no configuration "other"
                    [sim] | must be a mapping
                    """)
    void a_mistake_in_a_configuration_is_told(String configuration, String message) {
        assertThat(Plans.problems(SMALLEST.replace("{ engine: sim }", configuration)))
                .singleElement()
                .asString()
                .startsWith("plan.yaml:6:")
                .contains(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    { dataset: rando, input: 1 } | did you mean "random"?
                    { input: 1, output: 1 } | needs the key "dataset"
                    { dataset: random, output: 1 } | needs the key "input"
                    { dataset: random, input: 1, output: 1, path: x } | random prompts have none
                    { dataset: sharegpt } | needs the key "path"
                    { dataset: random, input: 1, output: 1, ramp-up: 10s } | ramp-up comes with a later version
                    { dataset: random, input: 1, output: 1, range-ratio: 1 } | must be at most 0.999
                    { dataset: random, input: 1, output: 1, rate: 0 } | must be at least 0.001
                    { dataset: random, input: 1, output: 1, window: 0s } | must be longer than 0
                    { dataset: random, input: 1, output: 1, ignore-eos: yes } | must be true or false, not "yes"
                    { dataset: random, input: , output: 1 } | input needs a value
                    { dataset: random, input: [1], output: 1 } | input must be a whole number, not a list
                    { dataset: random, input: 99999999999999999999, output: 1 } | must be a whole number
                    """)
    void a_mistake_in_a_workload_is_told(String workload, String message) {
        assertThat(Plans.problems(SMALLEST.replace("{ dataset: random, input: 128, output: 4 }", workload)))
                .singleElement()
                .asString()
                .startsWith("plan.yaml:4:")
                .contains(message);
    }

    @Test
    void simulated_and_real_engines_do_not_mix() {
        assertThat(Plans.problems(SMALLEST + "  real: { engine: command, command: [x] }\n"))
                .containsExactly(
                        "plan.yaml:7:19: a simulated engine can't be compared with a real one; make these two studies");
    }

    @Test
    void a_missing_key_is_told_for_the_plan_as_a_whole() {
        assertThat(Plans.problems("study: x\n"))
                .containsExactly(
                        "plan.yaml:1:1: the plan needs the key \"model\"",
                        "plan.yaml:1:1: the plan needs the key \"workloads\"",
                        "plan.yaml:1:1: the plan needs the key \"configurations\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    '' | plan.yaml: is empty
                    '# nothing' | plan.yaml: is empty
                    'a: [1' | plan.yaml:1:6: not YAML: while parsing a flow sequence
                    'a: b: c' | plan.yaml:1:5: not YAML: a second ": "
                    'a: *b' | plan.yaml:1:4: not YAML: found undefined alias b
                    '- a' | plan.yaml:1:1: the plan must be a mapping
                    'just text' | plan.yaml:1:1: the plan must be a mapping
                    '%YAML 3.0\n---\na: b' | plan.yaml: not YAML 1.2
                    'study: a\n---\nstudy: b' | plan.yaml:2:1: a second document
                    'a:\n\tb: c' | plan.yaml:2:1: not YAML: a tab can't indent; use spaces
                    'a: \u0007' | plan.yaml:1:4: not YAML: the character U+0007
                    """)
    void what_is_no_plan_at_all_is_told_with_its_place(String text, String message) {
        String plan = text.translateEscapes();
        assertThat(Plans.problems(plan)).first().asString().startsWith(message);
    }

    @Test
    void a_key_that_is_no_word_is_told() {
        assertThat(Plans.problems(SMALLEST + "? [a]\n: b\n")).containsExactly("plan.yaml:7:3: a key must be a word");
    }

    @Test
    void a_mapping_merged_into_itself_ends() {
        assertThat(Plans.problems(SMALLEST.replace("{ engine: sim }", "&a { engine: sim, <<: *a }")))
                .singleElement()
                .asString()
                .contains("<< merges a mapping");
    }

    @Test
    void mappings_that_merge_each_other_over_and_over_cost_no_more_than_they_are_long() {
        StringBuilder plan = new StringBuilder(SMALLEST).append("  c0: &c0 { engine: sim }\n");
        for (int i = 1; i <= 30; i++) {
            plan.append("  c%d: &c%d { <<: [*c%d, *c%d] }%n".formatted(i, i, i - 1, i - 1));
        }
        assertThat(Plans.study(plan.toString()).configurations()).hasSize(32);
    }

    @Test
    void a_plan_nested_without_end_is_refused() {
        assertThat(Plans.problems("a: " + "[".repeat(100_000)))
                .singleElement()
                .asString()
                .contains("nested deeper");
    }

    @Test
    void a_huge_file_is_refused_before_it_is_read() throws IOException {
        Path plan = folder.resolve("dataset.json");
        Files.write(plan, new byte[5 << 20]);

        assertThat(Plans.problems(Plans.reader().read(plan, PlanOverrides.NONE)))
                .singleElement()
                .asString()
                .contains("is larger than");
        assertThat(Plans.problems("#".repeat((1 << 20) + 1)))
                .singleElement()
                .asString()
                .contains("is longer than");
    }

    @Test
    void a_file_that_cannot_be_read_is_a_problem_not_a_crash() throws IOException {
        Path latin1 = Files.write(folder.resolve("latin1.yaml"), "study: \u00e9".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(Plans.problems(Plans.reader().read(folder.resolve("none.yaml"), PlanOverrides.NONE)))
                .containsExactly(folder.resolve("none.yaml") + ": no such file");
        assertThat(Plans.problems(Plans.reader().read(folder, PlanOverrides.NONE)))
                .containsExactly(folder + ": is a folder, not a plan");
        assertThat(Plans.problems(Plans.reader().read(latin1, PlanOverrides.NONE)))
                .containsExactly(latin1 + ": is not UTF-8 text");
    }

    @Test
    void a_runs_directory_starts_from_the_plan() {
        PlanOutcome outcome = Plans.reader()
                .read(new PlanSource("p", SMALLEST + "runs-dir: ../r\n", Path.of("/a/b")), PlanOverrides.NONE);

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        PlanOutcome.Read.class,
                        read -> assertThat(read.runsDirectory()).hasValue(Path.of("/a/r")));
    }
}
