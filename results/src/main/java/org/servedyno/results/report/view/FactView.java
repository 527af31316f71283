package org.servedyno.results.report.view;

/**
 * One fact of the environment.
 *
 * @param name the fact's name
 * @param value its value, or why it could not be read
 * @param known whether it could be read
 */
public record FactView(String name, String value, boolean known) {}
