package org.servedyno.results.verdict;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that a study says, as {@code study.json} holds it.
 *
 * @param study the study's name
 * @param simulated whether engines and GPU are simulated
 * @param exploratory whether trials ran on servers that were not started fresh: numbers, but never a verdict
 * @param complete whether every configuration has a trial that counts in every block
 * @param runDirectory where the study's files are
 * @param baseline the configuration that others are compared with
 * @param primaryMetric id of the metric the verdict is about
 * @param margin equivalence margin as a ratio
 * @param blocks blocks planned
 * @param workSha256 by workload, the digest over prompts, lengths and arrival times; a workload that never ran is missing
 * @param configurations in the plan's order
 * @param verdicts by workload and candidate in the plan's order, the primary metric first
 */
public record StudyResult(
        String study,
        boolean simulated,
        boolean exploratory,
        boolean complete,
        String runDirectory,
        String baseline,
        String primaryMetric,
        double margin,
        int blocks,
        Map<String, String> workSha256,
        List<ConfigurationResult> configurations,
        List<Contrast> verdicts) {
    public StudyResult {
        workSha256 = Map.copyOf(workSha256);
        configurations = List.copyOf(configurations);
        verdicts = List.copyOf(verdicts);
    }

    /** The configuration of that name. */
    public Optional<ConfigurationResult> configuration(String name) {
        return configurations.stream().filter(c -> c.name().equals(name)).findFirst();
    }

    /** The workloads, by name. */
    public List<String> workloads() {
        return configurations.stream()
                .flatMap(c -> c.metrics().keySet().stream())
                .distinct()
                .sorted()
                .toList();
    }
}
