package org.servedyno.results.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.servedyno.results.report.InEveryLocale;
import org.servedyno.results.report.SampleReport;
import org.servedyno.results.report.view.TraceView;

class HtmlReportTest {
    private static final String PAGE = HtmlReport.render(SampleReport.simulated());

    @Test
    void the_page_loads_nothing_from_elsewhere() {
        assertThat(PAGE).doesNotContainPattern("(?i)<(script|link|img|iframe)[^>]+(src|href)=");
        assertThat(PAGE).doesNotContainPattern("(?i)@import|url\\(");
        assertThat(PAGE).contains("var uPlot=").contains("The MIT License");
    }

    @Test
    void text_from_logs_can_not_become_markup() {
        assertThat(PAGE).doesNotContain("<script>alert(1)").contains("&lt;script&gt;alert(1)");
        assertThat(PAGE).doesNotContain("</script><b>bold").contains("&lt;/script&gt;&lt;b&gt;bold");
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
    void traces_are_read_back_with_their_gaps() throws Exception {
        JsonNode data = new ObjectMapper().readTree(between(PAGE, "id=\"traces-data\">", "</script>"));
        assertThat(data.get("simulated").asBoolean()).isTrue();
        assertThat(data.get("traces")).hasSize(18);
        JsonNode smActive = data.at("/traces/0/lines/1");
        assertThat(smActive.get("quantity").asText()).isEqualTo("SM_ACTIVE");
        assertThat(smActive.get("values")).hasSize(240);
        assertThat(smActive.at("/values/102").isNull()).isTrue();
    }

    @Test
    void a_simulated_report_says_so_in_title_banner_and_every_figure() {
        assertThat(between(PAGE, "<title>", "</title>")).startsWith("SIMULATED · ");
        assertThat(PAGE).contains("class=\"simulated-bar\"");
        assertThat(count(PAGE, "<figcaption>")).isEqualTo(4);
        assertThat(count(PAGE, "(SIMULATED)<span>")).isEqualTo(4);
        assertThat(count(PAGE, ">SIMULATED</text>")).isEqualTo(4);
    }

    @Test
    void a_report_of_real_hardware_never_says_simulated() {
        String page = HtmlReport.render(SampleReport.cutShort());
        assertThat(page.replaceAll("(?s)<script>.*?</script>", "")).doesNotContain("SIMULATED");
        assertThat(page).contains("No GPU was recorded.");
    }

    @Test
    void the_answer_stands_before_everything_else() {
        assertThat(PAGE.indexOf("EQUIVALENT")).isPositive().isLessThan(PAGE.indexOf("id=\"metrics\""));
        assertThat(PAGE).contains("failed: exited-at-start").contains("1.2466</span>");
    }

    @Test
    void the_page_does_not_depend_on_the_locale() throws Exception {
        InEveryLocale.print(
                () -> HtmlReport.render(SampleReport.simulated()),
                page -> assertThat(page).isEqualTo(PAGE));
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
