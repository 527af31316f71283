package org.servedyno.results.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Discipline;
import org.servedyno.results.model.Environment;
import org.servedyno.results.model.Hardware;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.TrialOutcome;
import org.servedyno.results.model.Validity;
import org.servedyno.results.model.Workload;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuProcess;
import org.servedyno.results.model.gpu.GpuTopology;
import org.servedyno.results.model.gpu.info.NvLinks;
import org.servedyno.results.model.gpu.info.PowerLimits;

class JsonFileTest {
    private static final Instant AT = Instant.parse("2026-12-01T01:02:03.000000004Z");
    private static final ClockAnchor ANCHOR = new ClockAnchor(AT, 77, 3);

    @TempDir
    Path folder;

    private static Pass pass() {
        return new Pass(
                "short",
                2,
                Pass.Kind.WARMUP,
                true,
                "cafe",
                10,
                9,
                Map.of("http-500", 1),
                Map.of(
                        "ttft-p50",
                        MetricValue.of(1.25, "ms", 9),
                        "itl-p50",
                        new MetricValue(Reading.absent("no stream with more than one event"), "ms", 0)),
                5,
                6,
                ANCHOR,
                ANCHOR);
    }

    private static Trial trial(TrialOutcome outcome) {
        return new Trial(
                "1-vllm-2",
                1,
                "vllm",
                2,
                true,
                new Validity(Validity.State.SUSPECT, List.of("CLIENT-1")),
                outcome,
                OptionalLong.of(4242),
                List.of("vllm", "serve"),
                OptionalInt.empty(),
                List.of("GPU-1"),
                AT,
                AT.plusSeconds(1),
                List.of(pass()));
    }

    private static Study study(Hardware hardware) {
        Workload workload = new Workload(
                "short",
                "random",
                Optional.empty(),
                10,
                OptionalInt.of(128),
                OptionalInt.of(4),
                0,
                42,
                Workload.Endpoint.CHAT,
                true,
                OptionalInt.empty(),
                OptionalDouble.of(2.5),
                Optional.of(Duration.ofSeconds(60)));
        Configuration configuration = new Configuration(
                "vllm", "sim", "m", Map.of("b", "2", "a", "1", "c", "3"), Map.of(), List.of(), Map.of(), Map.of(), 1);
        return new Study(
                "s",
                true,
                "vllm",
                "output-throughput",
                0.005,
                "o200k",
                List.of(configuration),
                List.of(workload),
                new Discipline(6, 2, true, 10, 3, 7, 2),
                hardware,
                List.of(List.of("vllm")));
    }

    @Test
    void a_trial_comes_back_however_it_ended() throws IOException {
        Path file = folder.resolve("trial.json");
        for (TrialOutcome outcome : List.of(
                new TrialOutcome.Done(),
                new TrialOutcome.Interrupted(),
                new TrialOutcome.Failed("not-ready", "cause", List.of("a", "b"), "advice"))) {
            JsonFile.write(file, trial(outcome), true);

            assertThat(JsonFile.read(file, Trial.class)).isEqualTo(trial(outcome));
        }
        assertThat(Files.readString(file)).contains("\"state\" : \"failed\"", "\"trialId\" : \"1-vllm-2\"");
    }

    @Test
    void a_pass_comes_back_and_an_absent_metric_is_null_with_its_reason_beside_it() throws IOException {
        Path file = folder.resolve("pass.json");
        JsonFile.write(file, pass(), true);

        assertThat(JsonFile.read(file, Pass.class)).isEqualTo(pass());
        assertThat(Files.readString(file)).startsWith("{\n  \"schemaVersion\" : 1,\n  \"simulated\" : true,\n");
        var metric = JsonFile.readTree(file).path("metrics").path("itl-p50");
        assertThat(metric.path("value").isNull()).isTrue();
        assertThat(metric.path("absent").path("value").asText()).isEqualTo("no stream with more than one event");
        assertThat(JsonFile.readTree(file).path("kind").asText()).isEqualTo("warmup");
        assertThat(JsonFile.readTree(file).path("pass").asInt()).isEqualTo(2);
    }

    @Test
    void an_environment_comes_back_with_the_reasons_of_what_could_not_be_read() throws IOException {
        Path file = folder.resolve("environment.json");
        Environment environment = new Environment(
                Map.of("cpuModel", Reading.of("x"), "governor", Reading.absent("no such file")), ANCHOR);
        JsonFile.write(file, environment, false);

        assertThat(JsonFile.read(file, Environment.class)).isEqualTo(environment);
    }

    @Test
    void a_plan_comes_back_whatever_its_hardware_and_its_digest_does_not_hang_on_map_order() throws IOException {
        Path file = folder.resolve("plan.json");
        for (Hardware hardware : List.of(
                new Hardware.None("why"),
                new Hardware.Gpus("h100-sxm", 1, List.of("0")),
                new Hardware.Simulated("h100-sxm", 8))) {
            PlanFile.write(file, study(hardware));

            assertThat(PlanFile.read(file)).isEqualTo(study(hardware));
        }
        assertThat(PlanFile.sha256(study(new Hardware.None("why"))))
                .isEqualTo("214ac3b70d2da62c1b6776841ffec95f6376f5d8b50b80ac1136282c9b102e73");
    }

    @Test
    void a_plan_that_was_changed_is_refused() throws IOException {
        Path file = folder.resolve("plan.json");
        PlanFile.write(file, study(new Hardware.None("why")));
        Files.writeString(file, Files.readString(file).replace("\"o200k\"", "\"other\""));

        assertThatThrownBy(() -> PlanFile.read(file)).hasMessageContaining("was changed");
    }

    @Test
    void gates_come_back_with_and_without_gpus() throws IOException {
        Path file = folder.resolve("gates.json");
        Reading<String> no = Reading.absent("NVML_ERROR_NOT_SUPPORTED");
        GpuInfo nothing = GpuInfo.unreadable(0, "GPU-1", "NVML_ERROR_GPU_IS_LOST");
        NvLinks.Lane lane = new NvLinks.Lane(
                0,
                Reading.of(true),
                Reading.of(6),
                Reading.of("SWITCH"),
                no,
                Reading.of(26562),
                Reading.of(0L),
                Reading.of(0L),
                Reading.absent("NVML_ERROR_NOT_SUPPORTED"));
        GpuInfo gpu = new GpuInfo(
                0,
                "GPU-1",
                nothing.identity(),
                nothing.memory(),
                nothing.ecc(),
                nothing.remapping(),
                nothing.pcie(),
                new NvLinks(Reading.of(18), Reading.of(List.of(lane))),
                nothing.fabric(),
                nothing.modes(),
                new PowerLimits(
                        Reading.of(700.0),
                        Reading.of(700.0),
                        Reading.of(700.0),
                        Reading.of(200.0),
                        Reading.absent("no")),
                nothing.clocks(),
                nothing.thermals(),
                nothing.affinity(),
                nothing.repair(),
                Reading.of(List.of(new GpuProcess(17, "compute", Reading.absent("unknown")))));
        GpuInventory inventory = new GpuInventory(
                "nvml",
                false,
                ANCHOR,
                Reading.of("570"),
                Reading.of("12.570"),
                no,
                List.of(gpu, nothing),
                Reading.of(new GpuTopology(List.of(List.of(Reading.of("X"), no)), List.of(List.of(Reading.of("OK"))))));
        GateResult gate = new GateResult(
                "MEM-7",
                OptionalInt.empty(),
                GateResult.Status.WARN,
                GateResult.Effect.SUSPECT,
                "expected",
                "seen",
                "advice");
        for (GateReport report : List.of(
                new GateReport(false, Reading.of(inventory), List.of(gate)),
                new GateReport(true, Reading.absent("the plan names no hardware"), List.of()))) {
            report.write(file);

            assertThat(GateReport.read(file)).isEqualTo(report);
        }
    }

    @Test
    void a_newer_file_a_foreign_one_and_a_broken_one_are_refused_by_name() throws IOException {
        Path file = folder.resolve("pass.json");
        Files.writeString(file, "{\"schemaVersion\":2}");
        assertThatThrownBy(() -> JsonFile.read(file, Pass.class))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("newer servedyno (schema version 2, this one reads up to 1)");
        Files.writeString(file, "{}");
        assertThatThrownBy(() -> JsonFile.read(file, Pass.class)).hasMessageContaining("no schemaVersion");
        Files.writeString(file, "{\"schemaVersion\":1, ");
        assertThatThrownBy(() -> JsonFile.read(file, Pass.class))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString());
        Files.writeString(file, "{\"schemaVersion\":1, \"simulated\":true, \"pass\":1}");
        assertThatThrownBy(() -> JsonFile.read(file, Pass.class))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void keys_of_a_later_build_are_read_over() throws IOException {
        Path file = folder.resolve("trial.json");
        JsonFile.write(file, trial(new TrialOutcome.Done()), true);
        Files.writeString(file, Files.readString(file).replaceFirst("\"block\"", "\"extra\" : [1], \"block\""));

        assertThat(JsonFile.read(file, Trial.class)).isEqualTo(trial(new TrialOutcome.Done()));
    }
}
