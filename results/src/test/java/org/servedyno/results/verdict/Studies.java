package org.servedyno.results.verdict;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
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

/** Studies of one workload {@code w} with chosen throughputs; TTFT is its inverse. */
final class Studies {
    private static final Instant AT = Instant.parse("2026-12-01T00:00:00Z");
    private static final ClockAnchor ANCHOR = new ClockAnchor(AT, 0, 0);

    private Studies() {}

    static Study study(double margin, String... configurations) {
        List<Configuration> list = new ArrayList<>();
        for (String name : configurations) {
            list.add(new Configuration(name, "sim", "m", Map.of(), Map.of(), List.of(), Map.of(), Map.of(), 1));
        }
        Workload workload = new Workload(
                "w",
                "random",
                Optional.empty(),
                10,
                OptionalInt.of(8),
                OptionalInt.of(4),
                0,
                1,
                Workload.Endpoint.COMPLETIONS,
                true,
                OptionalInt.empty(),
                OptionalDouble.empty(),
                Optional.empty());
        return new Study(
                "s",
                true,
                configurations[0],
                "output-throughput",
                margin,
                "o200k",
                list,
                List.of(workload),
                new Discipline(6, 1, false, 1, 2, 1, 2),
                new Hardware.Simulated("h100-sxm", 1),
                List.of());
    }

    /** The same study with a configuration that is attached to, not started. */
    static Study attached(Study study, String name) {
        List<Configuration> list = study.configurations().stream()
                .map(c -> c.name().equals(name)
                        ? new Configuration(name, "attach", "m", Map.of(), Map.of(), List.of(), Map.of(), Map.of(), 1)
                        : c)
                .toList();
        return new Study(
                study.name(),
                study.simulated(),
                study.baseline(),
                study.primaryMetric(),
                study.marginRatio(),
                study.tokenizer(),
                list,
                study.workloads(),
                study.discipline(),
                study.hardware(),
                study.order());
    }

    /** One trial a block; its two passes lie one token a second below and above the value. */
    static List<Trial> trials(String configuration, double[] throughputs) {
        List<Trial> trials = new ArrayList<>();
        for (int i = 0; i < throughputs.length; i++) {
            List<Pass> passes = List.of(
                    pass(Pass.Kind.WARMUP, 1, 1),
                    pass(Pass.Kind.MEASURED, 1, throughputs[i] - 1),
                    pass(Pass.Kind.MEASURED, 2, throughputs[i] + 1));
            trials.add(trial(configuration, i + 1, 1, Validity.VALID, new TrialOutcome.Done(), passes));
        }
        return trials;
    }

    static Trial failed(String configuration, int block, int attempt, String failureClass) {
        TrialOutcome outcome = new TrialOutcome.Failed(failureClass, "cause", List.of(), "advice");
        return trial(configuration, block, attempt, Validity.VALID, outcome, List.of());
    }

    static Trial with(Trial trial, Validity validity) {
        return trial(trial.configuration(), trial.block(), trial.attempt(), validity, trial.outcome(), trial.passes());
    }

    static Trial withWork(Trial trial, String workSha256) {
        List<Pass> passes = trial.passes().stream()
                .map(pass -> pass(pass.kind(), pass.number(), workSha256, pass.metrics()))
                .toList();
        return trial(trial.configuration(), trial.block(), trial.attempt(), trial.validity(), trial.outcome(), passes);
    }

    static StudyResult real(StudyResult result) {
        return stamped(result, false, result.exploratory());
    }

    static StudyResult exploratory(StudyResult result) {
        return stamped(result, result.simulated(), true);
    }

    private static StudyResult stamped(StudyResult result, boolean simulated, boolean exploratory) {
        return new StudyResult(
                result.study(),
                simulated,
                exploratory,
                result.complete(),
                result.runDirectory(),
                result.baseline(),
                result.primaryMetric(),
                result.margin(),
                result.blocks(),
                result.workSha256(),
                result.configurations(),
                result.verdicts());
    }

    private static Trial trial(
            String configuration, int block, int attempt, Validity validity, TrialOutcome outcome, List<Pass> passes) {
        return new Trial(
                Trial.idOf(block, configuration, attempt),
                block,
                configuration,
                attempt,
                true,
                validity,
                outcome,
                OptionalLong.of(1),
                List.of("engine"),
                OptionalInt.of(8000),
                List.of(),
                AT,
                AT,
                passes);
    }

    private static Pass pass(Pass.Kind kind, int number, double throughput) {
        Map<String, MetricValue> metrics = Map.of(
                "output-throughput", MetricValue.of(throughput, "tok/s", 10),
                "ttft-p50", MetricValue.of(1e6 / throughput, "ms", 10));
        return pass(kind, number, "work", metrics);
    }

    private static Pass pass(Pass.Kind kind, int number, String workSha256, Map<String, MetricValue> metrics) {
        return new Pass("w", number, kind, true, workSha256, 10, 10, Map.of(), metrics, 0, 1, ANCHOR, ANCHOR);
    }
}
