package org.servedyno.results.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.results.report.view.CellView;
import org.servedyno.results.report.view.ReportModel;
import org.servedyno.results.report.view.TraceView;
import org.servedyno.results.store.RunDirectory;
import org.servedyno.results.store.TrialDirectory;

class ReportsTest {
    @TempDir
    private Path runs;

    @Test
    void a_run_is_reported_from_its_files_alone() throws Exception {
        RunDirectory run = RunFixture.write(runs, 6);
        ReportModel model = Reports.write(run);
        assertThat(run.reportHtml())
                .content(StandardCharsets.UTF_8)
                .contains("1.2466")
                .contains("traces-data");
        assertThat(run.reportMarkdown()).content(StandardCharsets.UTF_8).contains("1.2466 [1.2409, 1.2524]");
        assertThat(model.traces()).hasSize(18);
        assertThat(model.notes()).isEmpty();
    }

    @Test
    void the_same_files_give_the_same_reports_in_every_locale() throws Exception {
        RunDirectory run = RunFixture.write(runs, 6);
        Reports.write(run);
        byte[] html = Files.readAllBytes(run.reportHtml());
        String markdown = Files.readString(run.reportMarkdown());
        InEveryLocale.print(
                () -> {
                    Reports.write(run);
                    return Files.readString(run.reportMarkdown());
                },
                text -> {
                    assertThat(text).isEqualTo(markdown);
                    assertThat(Files.readAllBytes(run.reportHtml())).isEqualTo(html);
                });
    }

    @Test
    void a_plan_of_three_blocks_is_called_a_deviation() throws Exception {
        ReportModel model = Reports.write(RunFixture.write(runs, 3));
        CellView faster = model.workloads().get(0).cells().get(2);
        assertThat(faster.verdict()).isEqualTo("INCONCLUSIVE");
        assertThat(faster.contrast()).isPresent();
        assertThat(faster.blocks()).isEqualTo("3/3");
        assertThat(model.plan().deviations()).contains("blocks: 3 (default 6)");
    }

    @Test
    void a_configuration_that_never_started_is_shown_as_failed() throws Exception {
        ReportModel model = Reports.write(RunFixture.write(runs, 6));
        CellView failed = model.workloads().get(1).cells().get(3);
        assertThat(failed.estimate().present()).isFalse();
        assertThat(failed.estimate().text()).isEqualTo("failed: exited-at-start");
        assertThat(failed.verdict()).isEqualTo("failed");
        assertThat(model.heading().incomplete()).contains("trtllm-bf16 0 of 6");
    }

    @Test
    void passes_are_marked_in_the_trace_where_the_load_was() throws Exception {
        ReportModel model = Reports.write(RunFixture.write(runs, 1));
        TraceView trace = model.traces().get(0);
        assertThat(trace.bands()).hasSize(8);
        assertThat(trace.bands().get(0)).isEqualTo(new TraceView.Band("short warmup 1", "warmup", 4.0, 6.1));
        int power = trace.lines().indexOf(line(trace, TraceView.Quantity.POWER));
        for (int i = 0; i < trace.seconds().size(); i++) {
            double seconds = trace.seconds().get(i);
            Optional<Double> watts = trace.lines().get(power).values().get(i);
            if (seconds > 4.2 && seconds < 5.9) {
                assertThat(watts.orElseThrow()).as("power at %s s", seconds).isGreaterThan(500);
            }
            if (seconds < 3.8) {
                assertThat(watts.orElseThrow()).as("power at %s s", seconds).isLessThan(200);
            }
        }
    }

    @Test
    void what_can_not_be_read_costs_a_note_and_nothing_else() throws Exception {
        RunDirectory run = RunFixture.write(runs, 2);
        TrialDirectory first = run.trial("1-vllm-bf16-1");
        byte[] trace = Files.readAllBytes(first.gpuTrace());
        Files.write(first.gpuTrace(), Arrays.copyOf(trace, trace.length / 2));
        Files.writeString(first.gatesJson(), "{", StandardCharsets.UTF_8);
        Files.delete(run.environmentJson());
        Files.delete(run.trial("2-vllm-bf16-1").gpuTrace());
        ReportModel model = Reports.write(run);
        assertThat(model.notes())
                .singleElement()
                .asString()
                .contains("1-vllm-bf16-1")
                .contains("gates.json");
        assertThat(model.traces()).hasSize(5);
        assertThat(model.traces())
                .filteredOn(t -> t.trial().equals("1-vllm-bf16-1"))
                .singleElement()
                .satisfies(t -> assertThat(t.missing()).anyMatch(m -> m.startsWith("cut off")));
        assertThat(model.trials()).hasSize(8);
        assertThat(model.environment()).isEmpty();
    }

    private static TraceView.Line line(TraceView trace, TraceView.Quantity quantity) {
        return trace.lines().stream()
                .filter(l -> l.quantity() == quantity)
                .findFirst()
                .orElseThrow();
    }
}
