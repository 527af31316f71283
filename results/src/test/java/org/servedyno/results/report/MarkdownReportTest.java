package org.servedyno.results.report;

import org.junit.jupiter.api.Test;

class MarkdownReportTest {
    @Test
    void a_simulated_study_is_marked_in_every_heading() throws Exception {
        InEveryLocale.print(
                () -> MarkdownReport.render(SampleReport.simulated()),
                text -> Golden.check("markdown/simulated.md", text));
    }

    @Test
    void names_from_outside_do_not_become_markup() throws Exception {
        InEveryLocale.print(
                () -> MarkdownReport.render(SampleReport.cutShort()),
                text -> Golden.check("markdown/cut-short.md", text));
    }
}
