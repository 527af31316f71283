package org.servedyno.results.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.results.report.CutShortReport;
import org.servedyno.results.report.InEveryLocale;
import org.servedyno.results.report.RunFixture;
import org.servedyno.results.report.view.ReportModel;
import org.servedyno.results.report.view.TraceView;

class HtmlReportTest {
    @TempDir
    private static Path runs;

    private static ReportModel model;
    private static String page;

    @BeforeAll
    static void writeARun() throws IOException {
        model = RunFixture.model(runs, 6);
        page = HtmlReport.render(model);
    }

    @Test
    void the_page_loads_nothing_from_elsewhere() {
        assertThat(page).doesNotContainPattern("(?i)<(script|link|img|iframe)[^>]+(src|href)=");
        assertThat(page).doesNotContainPattern("(?i)@import|url\\(");
        assertThat(page).contains("var uPlot=").contains("The MIT License");
    }

    @Test
    void text_from_logs_can_not_become_markup() {
        assertThat(page).doesNotContain("<script>alert(1)").contains("&lt;script&gt;alert(1)");
        assertThat(page).doesNotContain("</script><script>alert").contains("&lt;/script&gt;&lt;script&gt;alert");
    }

    @Test
    void data_can_not_end_its_script_element() throws Exception {
        String trial = "</script><!-- &\u2028\u2029";
        TraceView trace = new TraceView(trial, "c", "VALID", "", List.of(), List.of(), List.of(), List.of());
        String json = TraceData.json(true, List.of(trace));
        assertThat(json).doesNotContain("<", ">", "&", "\u2028", "\u2029");
        assertThat(new ObjectMapper().readTree(json).at("/traces/0/trial").asText())
                .isEqualTo(trial);
    }

    @Test
    void traces_are_data_the_page_can_read() throws Exception {
        JsonNode data = new ObjectMapper().readTree(between(page, "id=\"traces-data\">", "</script>"));
        assertThat(data.get("simulated").asBoolean()).isTrue();
        assertThat(data.get("traces")).hasSize(18);
        JsonNode smActive = data.at("/traces/0/lines/1");
        assertThat(smActive.get("quantity").asText()).isEqualTo("SM_ACTIVE");
        assertThat(smActive.get("values")).hasSameSizeAs(data.at("/traces/0/seconds"));
    }

    @Test
    void a_simulated_report_says_so_in_title_banner_and_every_figure() {
        assertThat(between(page, "<title>", "</title>")).startsWith("SIMULATED · ");
        assertThat(page).contains("class=\"simulated-bar\"");
        assertThat(count(page, "<figcaption>")).isEqualTo(4);
        assertThat(count(page, "(SIMULATED)<span>")).isEqualTo(4);
        assertThat(count(page, ">SIMULATED</text>")).isEqualTo(4);
    }

    @Test
    void a_report_of_real_hardware_never_says_simulated() {
        String real = HtmlReport.render(CutShortReport.model());
        assertThat(real.replaceAll("(?s)<script>.*?</script>", "")).doesNotContain("SIMULATED");
        assertThat(real).contains("No GPU was recorded.");
    }

    @Test
    void the_answer_stands_before_everything_else() {
        assertThat(page.indexOf("EQUIVALENT")).isPositive().isLessThan(page.indexOf("id=\"metrics\""));
        assertThat(page).contains("failed: exited-at-start").contains("1.2466</span>");
    }

    @Test
    void the_page_does_not_depend_on_the_locale() throws Exception {
        InEveryLocale.print(
                () -> HtmlReport.render(model), text -> assertThat(text).isEqualTo(page));
    }

    private static String between(String text, String start, String end) {
        int from = text.indexOf(start) + start.length();
        return text.substring(from, text.indexOf(end, from));
    }

    private static int count(String text, String part) {
        Matcher matcher = Pattern.compile(Pattern.quote(part)).matcher(text);
        int count = 0;
        while (matcher.find()) {
            count++;
        }
        return count;
    }
}
