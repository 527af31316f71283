package org.servedyno.results.report.view;

/**
 * What one trial measured.
 *
 * @param configuration the trial's configuration
 * @param block its block, from 1
 * @param trial its id
 * @param value the trial's value, in the section's unit, unrounded
 * @param text the value in text
 * @param suspect whether a gate called the trial SUSPECT
 */
public record ForkView(String configuration, int block, String trial, double value, String text, boolean suspect) {}
