package org.servedyno.results.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.results.report.view.ReportModel;

class ConsoleReportTest {
    private static final Optional<Path> HTML = Optional.of(Path.of("RUN", "report.html"));

    @TempDir
    private Path runs;

    @Test
    void a_simulated_study_says_so_in_its_head_and_in_every_table() throws Exception {
        ReportModel model = RunFixture.model(runs, 6);
        InEveryLocale.print(
                () -> ConsoleReport.render(model, HTML, false), text -> Golden.check("console/run.txt", text));
    }

    @Test
    void fewer_than_six_blocks_decide_nothing_and_show_their_interval() throws Exception {
        Golden.check("console/three-blocks.txt", ConsoleReport.render(RunFixture.model(runs, 3), HTML, false));
    }

    @Test
    void a_study_cut_short_shows_what_it_has_and_how_to_go_on() throws Exception {
        InEveryLocale.print(
                () -> ConsoleReport.render(CutShortReport.model(), Optional.empty(), false),
                text -> Golden.check("console/cut-short.txt", text));
    }

    @Test
    void no_line_is_wider_than_80_columns() {
        assertThat(ConsoleReport.render(CutShortReport.model(), Optional.empty(), false)
                        .lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void colours_change_nothing_but_colours() throws Exception {
        ReportModel model = RunFixture.model(runs, 6);
        String plain = ConsoleReport.render(model, HTML, false);
        String coloured = ConsoleReport.render(model, HTML, true);
        assertThat(plain).doesNotContain("\u001b");
        assertThat(coloured).contains("\u001b[32mFASTER\u001b[0m").contains("\u001b[1;33mSIMULATED");
        assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(plain);
    }
}
