package org.servedyno.results.report.view;

/**
 * What one gate objected to in one trial.
 *
 * @param trial the trial's id
 * @param gate the gate
 * @param gpu the GPU's index, or {@code node}
 * @param status warn or fail
 * @param effect none, suspect or invalid
 * @param expected the rule
 * @param seen the evidence
 * @param advice the next step
 */
public record FindingView(
        String trial,
        String gate,
        String gpu,
        String status,
        String effect,
        String expected,
        String seen,
        String advice) {}
