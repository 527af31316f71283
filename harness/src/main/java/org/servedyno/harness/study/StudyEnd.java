package org.servedyno.harness.study;

import org.servedyno.results.report.view.ReportModel;
import org.servedyno.results.store.RunDirectory;
import org.servedyno.results.verdict.StudyResult;

/**
 * What came of running a study.
 *
 * @param run where everything lies
 * @param result estimates and verdicts over the trials that have ended
 * @param report the same, as it is shown
 * @param complete whether every configuration has a trial that counts in every block
 * @param interrupted whether the user cut it short; it can be resumed
 */
public record StudyEnd(
        RunDirectory run, StudyResult result, ReportModel report, boolean complete, boolean interrupted) {}
