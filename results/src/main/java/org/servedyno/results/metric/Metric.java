package org.servedyno.results.metric;

/**
 * The definition of one metric.
 *
 * @param id its id in plans and files, in kebab case
 * @param label its name in reports
 * @param unit its unit
 * @param better which way is better
 * @param formula how it is computed, in words and symbols
 * @param inputs the fields it is computed from
 */
public record Metric(String id, String label, String unit, Better better, String formula, String inputs) {
    /** Which way of a metric is better. */
    public enum Better {
        HIGHER,
        LOWER,
        /** It describes; no verdict can be about it. */
        NEITHER
    }
}
