package org.servedyno.results.model;

import java.util.List;

/**
 * One seeded plan, complete: what is to be run, in which order, on which hardware.
 *
 * @param name the study's name
 * @param simulated whether engines and GPU are simulated
 * @param baseline the configuration that others are compared with
 * @param primaryMetric id of the metric the verdict is about
 * @param marginRatio equivalence margin as a ratio, for example 0.005
 * @param tokenizer name or path of the tokenizer that counts and builds prompts
 * @param configurations in the plan's order
 * @param workloads in the plan's order
 * @param discipline how trials are run
 * @param hardware what GPUs are expected
 * @param order for each block, from 1, the names of the configurations in the order they run
 */
public record Study(
        String name,
        boolean simulated,
        String baseline,
        String primaryMetric,
        double marginRatio,
        String tokenizer,
        List<Configuration> configurations,
        List<Workload> workloads,
        Discipline discipline,
        Hardware hardware,
        List<List<String>> order) {
    public Study {
        configurations = List.copyOf(configurations);
        workloads = List.copyOf(workloads);
        order = order.stream().map(List::copyOf).toList();
    }

    /** The configuration of that name; the plan reader has made sure that it exists. */
    public Configuration configuration(String configurationName) {
        return configurations.stream()
                .filter(c -> c.name().equals(configurationName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no configuration named " + configurationName));
    }

    /** The workload of that name; the plan reader has made sure that it exists. */
    public Workload workload(String workloadName) {
        return workloads.stream()
                .filter(w -> w.name().equals(workloadName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no workload named " + workloadName));
    }
}
