package org.servedyno.results.report.view;

/**
 * The trials of one configuration, counted.
 *
 * @param configuration the configuration
 * @param valid ran to the end, nothing objected
 * @param suspect ran to the end, counted with a doubt
 * @param invalid ran, not counted
 * @param failed failed or interrupted
 * @param failureClasses the failures by class, for example {@code 2 exited-at-start}; empty when none
 */
public record TallyView(String configuration, int valid, int suspect, int invalid, int failed, String failureClasses) {}
