package org.servedyno.results.verdict;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Two runs, or two configurations, set against each other after the fact.
 *
 * @param simulated whether both are simulated
 * @param paired whether both are configurations of one run, so that trials of the same block were set against each other
 * @param verdicts by configuration and workload, the primary metric first
 */
public record Comparison(boolean simulated, boolean paired, List<Contrast> verdicts) {
    /**
     * One side.
     *
     * @param study a run's result
     * @param configuration one of its configurations; empty for all that both sides have
     */
    public record Side(StudyResult study, Optional<String> configuration) {
        private String label(String name, boolean sameRun) {
            return sameRun ? name : Path.of(study.runDirectory()).getFileName() + ":" + name;
        }
    }

    private record Pair(ConfigurationResult baseline, ConfigurationResult candidate) {}

    public Comparison {
        verdicts = List.copyOf(verdicts);
    }

    /**
     * Compares {@code candidate} with {@code baseline}, about the baseline's primary metric.
     *
     * @param marginRatio equivalence margin; empty for the one of the baseline's study
     * @throws IncomparableException when one side is simulated and the other is not, or they have no configuration or workload in common
     */
    public static Comparison of(Side baseline, Side candidate, OptionalDouble marginRatio)
            throws IncomparableException {
        if (baseline.study().simulated() != candidate.study().simulated()) {
            Side simulated = baseline.study().simulated() ? baseline : candidate;
            throw new IncomparableException(simulated.study().runDirectory()
                    + " is SIMULATED and the other is not; simulated and real results are never compared");
        }
        boolean sameRun =
                baseline.study().runDirectory().equals(candidate.study().runDirectory());
        List<String> workloads = commonWorkloads(baseline.study(), candidate.study());
        List<Contrast> verdicts = new ArrayList<>();
        for (Pair pair : pairs(baseline, candidate, sameRun)) {
            for (String workload : workloads) {
                Contrasts rule = rule(baseline.study(), candidate.study(), workload, marginRatio, sameRun);
                verdicts.addAll(rule.all(
                        workload,
                        baseline.study().primaryMetric(),
                        new Contrasts.Side(baseline.label(pair.baseline().name(), sameRun), pair.baseline()),
                        new Contrasts.Side(candidate.label(pair.candidate().name(), sameRun), pair.candidate()),
                        sameRun));
            }
        }
        return new Comparison(baseline.study().simulated(), sameRun, verdicts);
    }

    private static Contrasts rule(
            StudyResult baseline, StudyResult candidate, String workload, OptionalDouble marginRatio, boolean sameRun) {
        List<String> notes = new ArrayList<>();
        if (!sameRun) {
            notes.add(
                    "unpaired: the two share no blocks, so a drift between the runs is not told apart from a difference");
        }
        if (!baseline.primaryMetric().equals(candidate.primaryMetric())) {
            notes.add("the other study's primary metric is " + candidate.primaryMetric());
        }
        Optional<String> baselineWork =
                Optional.ofNullable(baseline.workSha256().get(workload));
        Optional<String> candidateWork =
                Optional.ofNullable(candidate.workSha256().get(workload));
        boolean sameWork = baselineWork.isEmpty() || candidateWork.isEmpty() || baselineWork.equals(candidateWork);
        return new Contrasts(
                marginRatio.orElse(baseline.margin()),
                baseline.exploratory() || candidate.exploratory(),
                sameWork,
                notes);
    }

    private static List<String> commonWorkloads(StudyResult baseline, StudyResult candidate)
            throws IncomparableException {
        List<String> common = baseline.workloads().stream()
                .filter(candidate.workloads()::contains)
                .toList();
        if (common.isEmpty()) {
            throw new IncomparableException("no workload is in both: " + baseline.workloads() + " against "
                    + candidate.workloads() + "; they are matched by name");
        }
        return common;
    }

    private static List<Pair> pairs(Side baseline, Side candidate, boolean sameRun) throws IncomparableException {
        if (baseline.configuration().isPresent() || candidate.configuration().isPresent()) {
            String left = baseline.configuration().or(candidate::configuration).orElseThrow();
            String right = candidate.configuration().orElse(left);
            if (sameRun && left.equals(right)) {
                throw new IncomparableException("both sides are " + left + " of "
                        + baseline.study().runDirectory() + "; name two configurations");
            }
            return List.of(new Pair(find(baseline.study(), left), find(candidate.study(), right)));
        }
        if (sameRun) {
            throw new IncomparableException("both sides are " + baseline.study().runDirectory()
                    + "; name two of its configurations: " + names(baseline.study()));
        }
        List<Pair> pairs = new ArrayList<>();
        for (ConfigurationResult left : baseline.study().configurations()) {
            candidate.study().configuration(left.name()).ifPresent(right -> pairs.add(new Pair(left, right)));
        }
        boolean single = baseline.study().configurations().size() == 1
                && candidate.study().configurations().size() == 1;
        if (pairs.isEmpty() && single) {
            pairs.add(new Pair(
                    baseline.study().configurations().get(0),
                    candidate.study().configurations().get(0)));
        }
        if (pairs.isEmpty()) {
            throw new IncomparableException("no configuration is in both: " + names(baseline.study()) + " against "
                    + names(candidate.study()) + "; name one of each");
        }
        return pairs;
    }

    private static ConfigurationResult find(StudyResult study, String name) throws IncomparableException {
        Optional<ConfigurationResult> found = study.configuration(name);
        if (found.isEmpty()) {
            throw new IncomparableException(
                    study.runDirectory() + " has no configuration " + name + "; it has " + names(study));
        }
        return found.get();
    }

    private static String names(StudyResult study) {
        return String.join(
                ", ",
                study.configurations().stream().map(ConfigurationResult::name).toList());
    }
}
