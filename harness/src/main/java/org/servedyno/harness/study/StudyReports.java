package org.servedyno.harness.study;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.report.Reports;
import org.servedyno.results.report.view.ReportModel;
import org.servedyno.results.store.JsonFile;
import org.servedyno.results.store.RunDirectory;
import org.servedyno.results.store.TrialDirectory;
import org.servedyno.results.verdict.StudyAnalysis;
import org.servedyno.results.verdict.StudyResult;

/** The second half of a study, from files to answers: the same whether the trials were run just now or years ago. */
final class StudyReports {
    private StudyReports() {}

    /** Writes {@code study.json} and every report. */
    static StudyEnd write(RunDirectory run, Study study, boolean complete, boolean interrupted) throws IOException {
        StudyResult result = StudyAnalysis.of(study, trials(run), run.path());
        JsonFile.write(run.studyJson(), result, study.simulated());
        ReportModel report = Reports.write(run);
        return new StudyEnd(run, result, report, complete, interrupted);
    }

    /** Every trial of the run that has ended, whichever way. */
    static List<Trial> trials(RunDirectory run) throws IOException {
        List<Trial> trials = new ArrayList<>();
        for (TrialDirectory directory : run.endedTrials()) {
            trials.add(JsonFile.read(directory.trialJson(), Trial.class));
        }
        return trials;
    }
}
