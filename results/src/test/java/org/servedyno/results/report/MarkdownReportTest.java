package org.servedyno.results.report;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.results.report.view.ReportModel;

class MarkdownReportTest {
    @TempDir
    private Path runs;

    @Test
    void a_simulated_study_is_marked_in_every_heading() throws Exception {
        ReportModel model = RunFixture.model(runs, 6);
        InEveryLocale.print(
                () -> MarkdownReport.render(model).replace(runs.toString(), "RUNS"),
                text -> Golden.check("markdown/run.md", text));
    }

    @Test
    void names_from_outside_do_not_become_markup() throws Exception {
        InEveryLocale.print(
                () -> MarkdownReport.render(CutShortReport.model()),
                text -> Golden.check("markdown/cut-short.md", text));
    }
}
