package org.servedyno.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.servedyno.harness.plan.TrialOrder;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Discipline;
import org.servedyno.results.model.Hardware;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.TrialOutcome;
import org.servedyno.results.model.Validity;
import org.servedyno.results.model.Workload;
import org.servedyno.results.store.JsonFile;
import org.servedyno.results.store.PlanFile;
import org.servedyno.results.store.RunDirectory;
import org.servedyno.results.store.TrialDirectory;

/** Writes run directories for tests: one workload, one pass a trial, output throughput as given. */
final class SmallRun {
    /** Six trials around 7310 tok/s, and three others beside them: 0.04 % above, 25 % above, 4 % below. */
    static final double[] BASE = {7315.5, 7288.94, 7333.9, 7304.18, 7322.8, 7297.4};

    static final double[] SAME = {7308.56, 7296.68, 7341.08, 7312.92, 7329.0, 7291.56};
    static final double[] FAST = {9107.04, 9150.18, 9090.26, 9132.5, 9120.24, 9080.74};
    static final double[] SLOW = {7015.5, 6998.94, 7033.9, 7004.18, 7022.8, 6987.4};

    private final Map<String, double[]> throughputs = new LinkedHashMap<>();
    private String study = "small";
    private boolean simulated = true;
    private String workSha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    SmallRun with(String configuration, double... outputThroughputs) {
        throughputs.put(configuration, outputThroughputs);
        return this;
    }

    SmallRun named(String name) {
        study = name;
        return this;
    }

    SmallRun real() {
        simulated = false;
        return this;
    }

    SmallRun withOtherWork() {
        workSha256 = workSha256.replace('9', '8');
        return this;
    }

    /** Writes it into {@code runs} and returns its folder. */
    Path write(Path runs) throws IOException {
        RunDirectory run = RunDirectory.create(runs, study, Instant.parse("2026-12-01T03:00:00Z"), "abcd");
        int blocks = throughputs.values().stream().mapToInt(v -> v.length).max().orElse(1);
        PlanFile.write(run.planJson(), plan(blocks));
        Files.writeString(run.planYaml(), "study: " + study + "\n");
        for (Map.Entry<String, double[]> entry : throughputs.entrySet()) {
            for (int block = 1; block <= entry.getValue().length; block++) {
                Trial trial = trial(block, entry.getKey(), entry.getValue()[block - 1]);
                TrialDirectory directory = run.trial(trial.id());
                Files.createDirectories(directory.path());
                JsonFile.write(directory.trialJson(), trial, simulated);
            }
        }
        return run.path();
    }

    private Study plan(int blocks) {
        List<String> names = new ArrayList<>(throughputs.keySet());
        List<Configuration> configurations = names.stream()
                .map(name -> new Configuration(
                        name,
                        simulated ? "sim" : "command",
                        "Qwen/Qwen3-14B",
                        Map.of(),
                        Map.of(),
                        List.of(),
                        Map.of(),
                        Map.of(),
                        1))
                .toList();
        Discipline discipline = new Discipline(blocks, 1, false, 1, 1, 1, 2);
        return new Study(
                study,
                simulated,
                names.get(0),
                "output-throughput",
                0.005,
                "o200k",
                configurations,
                List.of(workload()),
                discipline,
                simulated ? new Hardware.Simulated("h100-sxm", 1) : new Hardware.None("the plan names no hardware"),
                TrialOrder.of(names, blocks, 1));
    }

    private static Workload workload() {
        return new Workload(
                "short",
                "random",
                Optional.empty(),
                100,
                OptionalInt.of(128),
                OptionalInt.of(4),
                0,
                0,
                Workload.Endpoint.COMPLETIONS,
                true,
                OptionalInt.empty(),
                OptionalDouble.empty(),
                Optional.empty());
    }

    private Trial trial(int block, String configuration, double throughput) {
        Instant start = Instant.parse("2026-12-01T03:00:00Z").plusSeconds(60L * block);
        ClockAnchor begin = new ClockAnchor(start, 1_000_000_000L * block, 100);
        ClockAnchor end = new ClockAnchor(start.plusSeconds(2), 1_000_000_000L * block + 2_000_000_000L, 100);
        Pass pass = new Pass(
                "short",
                1,
                Pass.Kind.MEASURED,
                simulated,
                workSha256,
                100,
                100,
                Map.of(),
                Map.of("output-throughput", MetricValue.of(throughput, "tok/s", 100)),
                begin.monotonicNs(),
                end.monotonicNs(),
                begin,
                end);
        return new Trial(
                Trial.idOf(block, configuration, 1),
                block,
                configuration,
                1,
                simulated,
                Validity.VALID,
                new TrialOutcome.Done(),
                OptionalLong.of(4711),
                List.of("engine"),
                OptionalInt.of(8000),
                List.of(),
                start,
                start.plus(Duration.ofSeconds(10)),
                List.of(pass));
    }
}
