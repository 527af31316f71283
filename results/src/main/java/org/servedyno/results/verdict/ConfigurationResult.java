package org.servedyno.results.verdict;

import java.util.Map;
import java.util.Optional;

/**
 * One configuration over all its trials.
 *
 * @param name the plan's name for it
 * @param planned trials planned, one a block
 * @param trials trials run, repeats included
 * @param valid trials that count: ran to their end, VALID or SUSPECT
 * @param suspect those of them that are SUSPECT
 * @param invalid trials that ran to their end and don't count
 * @param failed trials that did not get to their end
 * @param interrupted trials cut short by the user
 * @param reasons why trials are not plainly valid: how often each reason came
 * @param metrics by workload, then by metric id
 */
public record ConfigurationResult(
        String name,
        int planned,
        int trials,
        int valid,
        int suspect,
        int invalid,
        int failed,
        int interrupted,
        Map<String, Integer> reasons,
        Map<String, Map<String, MetricResult>> metrics) {
    public ConfigurationResult {
        reasons = Map.copyOf(reasons);
        metrics = Map.copyOf(metrics);
    }

    /** One metric under one workload, where a trial has it. */
    public Optional<MetricResult> metric(String workload, String metricId) {
        return Optional.ofNullable(metrics.getOrDefault(workload, Map.of()).get(metricId));
    }
}
