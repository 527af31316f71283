package org.servedyno.results.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConsoleReportTest {
    private static final Optional<Path> HTML = Optional.of(Path.of("runs", "qwen3", "report.html"));

    @Test
    void a_simulated_study_says_so_in_its_head_and_in_every_table() throws Exception {
        InEveryLocale.print(
                () -> ConsoleReport.render(SampleReport.simulated(), HTML, false),
                text -> Golden.check("console/simulated.txt", text));
    }

    @Test
    void a_study_cut_short_shows_what_it_has_and_decides_nothing() throws Exception {
        InEveryLocale.print(
                () -> ConsoleReport.render(SampleReport.cutShort(), Optional.empty(), false),
                text -> Golden.check("console/cut-short.txt", text));
    }

    @Test
    void no_line_is_wider_than_80_columns() {
        assertThat(ConsoleReport.render(SampleReport.cutShort(), Optional.empty(), false)
                        .lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void colours_change_nothing_but_colours() {
        String plain = ConsoleReport.render(SampleReport.simulated(), HTML, false);
        String coloured = ConsoleReport.render(SampleReport.simulated(), HTML, true);
        assertThat(plain).doesNotContain("\u001b");
        assertThat(coloured).contains("\u001b[32mFASTER\u001b[0m").contains("\u001b[1;33mSIMULATED");
        assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(plain);
    }
}
