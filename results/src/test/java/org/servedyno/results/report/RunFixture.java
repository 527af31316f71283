package org.servedyno.results.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
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
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.model.gpu.RecorderCost;
import org.servedyno.results.report.assembly.ReportAssembly;
import org.servedyno.results.report.view.ReportModel;
import org.servedyno.results.store.GateReport;
import org.servedyno.results.store.JsonFile;
import org.servedyno.results.store.PlanFile;
import org.servedyno.results.store.RunDirectory;
import org.servedyno.results.store.TrialDirectory;
import org.servedyno.results.store.stream.GpuTraceEnd;
import org.servedyno.results.store.stream.GpuTraceHeader;
import org.servedyno.results.store.stream.GpuTraceWriter;

/**
 * Writes a run directory as a simulated study leaves it: six blocks of three configurations whose fork means are the known
 * answers of the statistics (ratio 1.0004 and 1.2466 to the baseline), and a fourth configuration that never starts.
 */
public final class RunFixture {
    private static final Instant START = Instant.parse("2026-12-01T03:01:00Z");
    private static final long MONOTONIC_NS = 1_000_000_000_000L;
    private static final String GPU_UUID = "GPU-5f0c9a52-5c1d-4d7e-8c1e-000000000000";
    private static final long PERIOD_MS = 100;
    private static final double TRIAL_SECONDS = 24;
    private static final RecorderCost COST = new RecorderCost(
            236,
            236,
            0,
            200_000,
            900_000,
            60_000,
            400_000,
            900_000,
            Reading.of(400_000_000L),
            Reading.of(120_000_000L),
            23_600_000_000L);
    private static final List<String> WORKLOADS = List.of("short", "long");
    private static final Map<String, double[]> FORK_MEANS = forkMeans();

    private final RunDirectory run;
    private final Study study;
    private final Random random = new Random(20261201);
    private int started;

    private RunFixture(RunDirectory run, int blocks) {
        this.run = run;
        this.study = study(blocks);
    }

    private static Map<String, double[]> forkMeans() {
        Map<String, double[]> means = new LinkedHashMap<>();
        means.put("vllm-bf16", new double[] {7315.5, 7288.94, 7333.9, 7304.18, 7322.8, 7297.4});
        means.put("sglang-bf16", new double[] {7308.56, 7296.68, 7341.08, 7312.92, 7329.0, 7291.56});
        means.put("sglang-fp8-fa3", new double[] {9107.04, 9150.18, 9090.26, 9132.5, 9120.24, 9080.74});
        return means;
    }

    /** Writes a run of so many blocks, at most six, into {@code runs}. */
    public static RunDirectory write(Path runs, int blocks) throws IOException {
        RunFixture fixture = new RunFixture(RunDirectory.create(runs, "qwen3-14b-sim", START, "f1x7"), blocks);
        fixture.writeStudy();
        for (int block = 1; block <= blocks; block++) {
            for (String configuration : fixture.study.order().get(block - 1)) {
                fixture.writeTrial(block, configuration);
            }
        }
        return fixture.run;
    }

    /** What is shown of such a run. */
    public static ReportModel model(Path runs, int blocks) throws IOException {
        return ReportAssembly.of(write(runs, blocks));
    }

    private static Study study(int blocks) {
        List<String> names = new ArrayList<>(FORK_MEANS.keySet());
        names.add("trtllm-bf16");
        List<Configuration> configurations = names.stream()
                .map(name -> new Configuration(
                        name,
                        "sim",
                        "Qwen/Qwen3-14B",
                        Map.of("profile", name.substring(0, name.indexOf('-'))),
                        Map.of(),
                        List.of(),
                        Map.of(),
                        Map.of(),
                        1))
                .toList();
        List<List<String>> order = new ArrayList<>();
        Random random = new Random(7);
        for (int i = 0; i < 6; i++) {
            List<String> shuffled = new ArrayList<>(names);
            Collections.shuffle(shuffled, random);
            order.add(shuffled);
        }
        return new Study(
                "qwen3-14b-sim",
                true,
                "vllm-bf16",
                "output-throughput",
                0.005,
                "o200k",
                configurations,
                List.of(workload("short", 128, 4), workload("long", 4000, 200)),
                new Discipline(blocks, 1, false, 10, 3, 20261130, 2),
                new Hardware.Simulated("h100-sxm", 1),
                order);
    }

    private static Workload workload(String name, int in, int out) {
        return new Workload(
                name,
                "random",
                Optional.empty(),
                1000,
                OptionalInt.of(in),
                OptionalInt.of(out),
                0,
                42,
                Workload.Endpoint.COMPLETIONS,
                true,
                name.equals("long") ? OptionalInt.of(256) : OptionalInt.empty(),
                OptionalDouble.empty(),
                Optional.empty());
    }

    private void writeStudy() throws IOException {
        PlanFile.write(run.planJson(), study);
        Files.writeString(run.planYaml(), "study: qwen3-14b-sim\nbaseline: vllm-bf16\n", StandardCharsets.UTF_8);
        Environment environment = new Environment(
                Map.of(
                        "cpuModel", Reading.of("AMD EPYC 9474F 48-Core Processor"),
                        "jvmVersion", Reading.of("17.0.15+6"),
                        "openFilesSoftLimit", Reading.of("1048576"),
                        "nvidiaDriver", Reading.absent("no libnvidia-ml.so.1 on this machine")),
                anchor(0));
        JsonFile.write(run.environmentJson(), environment, true);
    }

    private ClockAnchor anchor(double seconds) {
        long ns = Math.round(seconds * 1e9);
        return new ClockAnchor(START.plusNanos(ns), MONOTONIC_NS + ns, 200);
    }

    private void writeTrial(int block, String configuration) throws IOException {
        double startSeconds = started++ * (TRIAL_SECONDS + 2);
        TrialDirectory directory = run.trial(Trial.idOf(block, configuration, 1));
        Files.createDirectories(directory.path());
        boolean suspect = block == 3 && configuration.equals("sglang-bf16");
        gates(suspect).write(directory.gatesJson());
        double[] means = FORK_MEANS.get(configuration);
        if (means == null) {
            JsonFile.write(directory.trialJson(), trial(block, configuration, startSeconds, failed(), List.of()), true);
            return;
        }
        List<Pass> passes = passes(startSeconds, means[block - 1]);
        Trial trial = trial(block, configuration, startSeconds, new TrialOutcome.Done(), passes);
        JsonFile.write(directory.trialJson(), trial, true);
        writeTrace(directory.gpuTrace(), startSeconds, passes);
    }

    private static TrialOutcome failed() {
        return new TrialOutcome.Failed(
                "exited-at-start",
                "RuntimeError: no kernel image for <sm_90a> & \"friends\"",
                List.of("loading weights", "</script><script>alert(1)</script>", "RuntimeError: no kernel image"),
                "build the engine for this chip");
    }

    private Trial trial(int block, String configuration, double startSeconds, TrialOutcome outcome, List<Pass> passes) {
        boolean suspect = block == 3 && configuration.equals("sglang-bf16");
        return new Trial(
                Trial.idOf(block, configuration, 1),
                block,
                configuration,
                1,
                true,
                suspect
                        ? new Validity(Validity.State.SUSPECT, List.of("THERM-2: 3.4 °C above the block's first trial"))
                        : Validity.VALID,
                outcome,
                OptionalLong.of(41_000 + started),
                List.of("servedyno", "engine-sim", "--port", "41873", "--profile", "vllm"),
                OptionalInt.of(41873),
                List.of(GPU_UUID),
                anchor(startSeconds).wall(),
                anchor(startSeconds + (passes.isEmpty() ? 2.5 : TRIAL_SECONDS)).wall(),
                passes);
    }

    private List<Pass> passes(double startSeconds, double mean) {
        List<Pass> passes = new ArrayList<>();
        double at = startSeconds + 4;
        for (String workload : WORKLOADS) {
            for (int i = 0; i < 4; i++) {
                Pass.Kind kind = i == 0 ? Pass.Kind.WARMUP : Pass.Kind.MEASURED;
                double throughput = kind == Pass.Kind.WARMUP ? mean * 0.93 : mean + (i - 2) * 2.5;
                passes.add(pass(workload, kind, Math.max(1, i), at, throughput));
                at += 2.3;
            }
            at += 0.4;
        }
        return passes;
    }

    private Pass pass(String workload, Pass.Kind kind, int number, double atSeconds, double throughput) {
        double jitter = 1 + random.nextGaussian() * 0.004;
        Map<String, MetricValue> metrics = Map.of(
                "output-throughput", MetricValue.of(throughput, "tok/s", 1000),
                "request-throughput", MetricValue.of(throughput / 4, "req/s", 1000),
                "ttft-p50", MetricValue.of(88.2 * jitter, "ms", 1000),
                "ttft-p99", MetricValue.of(173.9 * jitter, "ms", 1000),
                "tpot-p50", MetricValue.of(9.41 * jitter, "ms", 1000),
                "tpot-p99", MetricValue.of(14.02 * jitter, "ms", 1000),
                "e2el-p99", MetricValue.of(1968.4 * jitter, "ms", 1000),
                "send-lag-p99", MetricValue.of(0.214 * jitter, "ms", 1000),
                "gpu-power-mean", MetricValue.of(583.1 * jitter, "W", 20),
                "itl-p99", new MetricValue(Reading.absent("tokens of each event are not known"), "ms", 0));
        ClockAnchor start = anchor(atSeconds);
        ClockAnchor end = anchor(atSeconds + 2.1);
        return new Pass(
                workload,
                number,
                kind,
                true,
                "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                1000,
                number == 2 ? 998 : 1000,
                number == 2 ? Map.of("connection-reset", 2) : Map.of(),
                metrics,
                start.monotonicNs(),
                end.monotonicNs(),
                start,
                end);
    }

    private static GateReport gates(boolean suspect) {
        GateResult warm = suspect
                ? gate("THERM-2", GateResult.Status.WARN, GateResult.Effect.SUSPECT, "3.4 °C above")
                : gate("THERM-2", GateResult.Status.PASS, GateResult.Effect.NONE, "0.4 °C above");
        return new GateReport(
                true,
                Reading.absent("left out of this fixture"),
                List.of(
                        gate("MEM-7", GateResult.Status.PASS, GateResult.Effect.NONE, "437 MiB"),
                        warm,
                        gate("NVL-5", GateResult.Status.SKIP, GateResult.Effect.NONE, "no earlier reading")));
    }

    private static GateResult gate(String id, GateResult.Status status, GateResult.Effect effect, String seen) {
        String advice = status == GateResult.Status.WARN ? "wait for the GPU to cool down" : "";
        return new GateResult(id, OptionalInt.of(0), status, effect, "the rule of " + id, seen, advice);
    }

    private void writeTrace(Path file, double startSeconds, List<Pass> passes) throws IOException {
        GpuTraceHeader header = new GpuTraceHeader(
                true,
                "sim",
                Reading.absent("simulated"),
                PERIOD_MS,
                List.of(new GpuTraceHeader.Gpu(
                        0, GPU_UUID, Reading.of("NVIDIA H100 80GB HBM3"), Reading.absent("simulated"))),
                anchor(startSeconds + 0.2),
                Map.of());
        try (GpuTraceWriter writer = GpuTraceWriter.create(file, header)) {
            double temperatureC = 36;
            for (int i = 0; i < (TRIAL_SECONDS - 0.4) * 1000 / PERIOD_MS; i++) {
                long ns = anchor(startSeconds + 0.2 + i * PERIOD_MS / 1000.0).monotonicNs();
                boolean busy = passes.stream().anyMatch(p -> ns >= p.startMonotonicNs() && ns <= p.endMonotonicNs());
                temperatureC += busy ? 0.13 : -0.06;
                writer.write(List.of(sample(ns, busy, temperatureC)));
            }
            writer.end(new GpuTraceEnd(anchor(startSeconds + TRIAL_SECONDS - 0.2), COST));
        }
    }

    private GpuSample sample(long ns, boolean busy, double temperatureC) {
        double noise = random.nextDouble();
        Reading<Double> none = Reading.absent("not asked");
        return GpuSample.of(ns, 0, "not set")
                .utilizationPercent(Reading.of(busy ? 95 + 5 * noise : 0))
                .memoryUsedMiB(Reading.of(71_234.0))
                .powerWatts(Reading.of(busy ? 560 + 60 * noise : 118 + 3 * noise))
                .energyJoules(none)
                .temperatureC(Reading.of((int) temperatureC))
                .smMhz(Reading.of(busy ? 1740 + 15 * (int) (3 * noise) : 1980))
                .memoryMhz(Reading.of(2619))
                .eventReasons(Reading.of(0L))
                .smActivePercent(Reading.of(busy ? 61 + 6 * noise : 0))
                .tensorActivePercent(none)
                .dramActivePercent(none)
                .pcieTxMiBps(none)
                .pcieRxMiBps(none)
                .lateNs(Duration.ofMillis(1).toNanos())
                .build();
    }
}
