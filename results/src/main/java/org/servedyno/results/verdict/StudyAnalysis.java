package org.servedyno.results.verdict;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.servedyno.results.metric.MetricCatalogue;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.TrialOutcome;
import org.servedyno.results.model.Validity;
import org.servedyno.results.model.Workload;

/** Works out what the trials of a study say, from the trials alone: the same trials give the same result. */
public final class StudyAnalysis {
    private final Study study;
    private final List<Trial> trials;

    private StudyAnalysis(Study study, List<Trial> trials) {
        this.study = study;
        this.trials = trials.stream()
                .sorted(Comparator.comparingInt(Trial::block).thenComparingInt(Trial::attempt))
                .toList();
    }

    /**
     * The result of a study over the trials that have ended so far.
     *
     * @param trials every trial, repeated and failed ones included, in any order
     * @param runDirectory where the study's files are
     */
    public static StudyResult of(Study study, List<Trial> trials, Path runDirectory) {
        return new StudyAnalysis(study, trials).result(runDirectory);
    }

    private StudyResult result(Path runDirectory) {
        List<ConfigurationResult> configurations =
                study.configurations().stream().map(this::configuration).toList();
        boolean exploratory = study.configurations().stream().anyMatch(StudyAnalysis::isAttached);
        List<Contrast> verdicts = new ArrayList<>();
        for (Workload workload : study.workloads()) {
            for (Configuration candidate : study.configurations()) {
                if (!candidate.name().equals(study.baseline())) {
                    verdicts.addAll(contrasts(workload.name(), candidate.name(), configurations));
                }
            }
        }
        return new StudyResult(
                study.name(),
                study.simulated(),
                exploratory,
                study.configurations().stream().allMatch(c -> isComplete(c.name())),
                runDirectory.toString(),
                study.baseline(),
                study.primaryMetric(),
                study.marginRatio(),
                study.discipline().blocks(),
                workDigests(),
                configurations,
                verdicts);
    }

    /** Such a server was not started fresh, so whatever is compared with it gets no verdict. */
    private static boolean isAttached(Configuration configuration) {
        return configuration.engine().equals("attach");
    }

    private boolean isComplete(String configuration) {
        return trialsOf(configuration).stream()
                        .filter(Trial::counts)
                        .map(Trial::block)
                        .distinct()
                        .count()
                >= study.discipline().blocks();
    }

    private List<Trial> trialsOf(String configuration) {
        return trials.stream()
                .filter(trial -> trial.configuration().equals(configuration))
                .toList();
    }

    private Map<String, String> workDigests() {
        Map<String, String> digests = new TreeMap<>();
        for (Trial trial : trials) {
            trial.passes().forEach(pass -> digests.putIfAbsent(pass.workload(), pass.workSha256()));
        }
        return digests;
    }

    private ConfigurationResult configuration(Configuration configuration) {
        List<Trial> all = trialsOf(configuration.name());
        Map<String, Integer> reasons = new TreeMap<>();
        for (Trial trial : all) {
            trial.validity().reasons().forEach(reason -> reasons.merge(reason, 1, Integer::sum));
            if (trial.outcome() instanceof TrialOutcome.Failed failed) {
                reasons.merge(failed.failureClass(), 1, Integer::sum);
            }
        }
        Map<String, Map<String, MetricResult>> metrics = new TreeMap<>();
        for (Workload workload : study.workloads()) {
            metrics.put(workload.name(), metrics(all, workload.name()));
        }
        return new ConfigurationResult(
                configuration.name(),
                study.discipline().blocks(),
                all.size(),
                count(all, Trial::counts),
                count(all, trial -> trial.counts() && isSuspect(trial)),
                count(all, trial -> trial.outcome() instanceof TrialOutcome.Done && !trial.counts()),
                count(all, trial -> trial.outcome() instanceof TrialOutcome.Failed),
                count(all, trial -> trial.outcome() instanceof TrialOutcome.Interrupted),
                reasons,
                metrics);
    }

    private static int count(List<Trial> trials, Predicate<Trial> which) {
        return (int) trials.stream().filter(which).count();
    }

    private static boolean isSuspect(Trial trial) {
        return trial.validity().state() == Validity.State.SUSPECT;
    }

    private Map<String, MetricResult> metrics(List<Trial> ofConfiguration, String workload) {
        List<Trial> counted = ofConfiguration.stream().filter(Trial::counts).toList();
        Map<String, MetricResult> metrics = new TreeMap<>();
        for (String id : metricIds(counted, workload)) {
            metrics.put(id, metric(counted, workload, id));
        }
        if (!metrics.containsKey(study.primaryMetric())) {
            String unit = MetricCatalogue.find(study.primaryMetric())
                    .map(metric -> metric.unit())
                    .orElse("");
            metrics.put(study.primaryMetric(), MetricResult.of(unit, List.of(), "no trial counts"));
        }
        return metrics;
    }

    private static Set<String> metricIds(List<Trial> trials, String workload) {
        Set<String> ids = new TreeSet<>();
        trials.forEach(trial -> measured(trial, workload)
                .forEach(pass -> ids.addAll(pass.metrics().keySet())));
        return ids;
    }

    private static List<Pass> measured(Trial trial, String workload) {
        return trial.passes().stream()
                .filter(pass ->
                        pass.kind() == Pass.Kind.MEASURED && pass.workload().equals(workload))
                .toList();
    }

    private static MetricResult metric(List<Trial> counted, String workload, String id) {
        Map<Integer, ForkValue> byBlock = new TreeMap<>();
        String unit = "";
        String whyNone = "no trial has it";
        for (Trial trial : counted) {
            double sum = 0;
            int n = 0;
            for (Pass pass : measured(trial, workload)) {
                MetricValue value = pass.metrics().get(id);
                if (value == null) {
                    continue;
                }
                unit = value.unit();
                whyNone = value.value().absentReason().orElse(whyNone);
                if (value.value() instanceof Reading.Value<Double> present) {
                    sum += present.value();
                    n++;
                }
            }
            if (n > 0) {
                byBlock.put(trial.block(), new ForkValue(trial.id(), trial.block(), sum / n, isSuspect(trial)));
            }
        }
        return MetricResult.of(unit, List.copyOf(byBlock.values()), whyNone);
    }

    private List<Contrast> contrasts(String workload, String candidate, List<ConfigurationResult> configurations) {
        boolean exploratory =
                isAttached(study.configuration(study.baseline())) || isAttached(study.configuration(candidate));
        boolean sameWork = digestsOf(workload, candidate).size() <= 1;
        Contrasts rule = new Contrasts(study.marginRatio(), exploratory, sameWork, qualifications(workload, candidate));
        return rule.all(
                workload,
                study.primaryMetric(),
                side(study.baseline(), configurations),
                side(candidate, configurations),
                true);
    }

    private static Contrasts.Side side(String name, List<ConfigurationResult> configurations) {
        return configurations.stream()
                .filter(c -> c.name().equals(name))
                .findFirst()
                .map(c -> new Contrasts.Side(name, c))
                .orElseThrow(() -> new IllegalArgumentException("no configuration named " + name));
    }

    private List<String> qualifications(String workload, String candidate) {
        List<String> notes = new ArrayList<>();
        for (String name : List.of(study.baseline(), candidate)) {
            long failed = trialsOf(name).stream()
                    .filter(Trial::counts)
                    .flatMap(trial -> measured(trial, workload).stream())
                    .mapToLong(pass -> pass.requests() - pass.completed())
                    .sum();
            if (failed > 0) {
                notes.add(name + ": " + failed + " requests failed in its measured passes and are not in its figures");
            }
        }
        return notes;
    }

    private Set<String> digestsOf(String workload, String candidate) {
        Set<String> digests = new TreeSet<>();
        for (String name : List.of(study.baseline(), candidate)) {
            trialsOf(name).stream()
                    .filter(Trial::counts)
                    .flatMap(trial -> measured(trial, workload).stream())
                    .forEach(pass -> digests.add(pass.workSha256()));
        }
        return digests;
    }
}
