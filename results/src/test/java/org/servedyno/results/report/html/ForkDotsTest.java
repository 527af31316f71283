package org.servedyno.results.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.servedyno.results.report.CutShortReport;
import org.servedyno.results.report.view.CellView;
import org.servedyno.results.report.view.CellView.EstimateText;
import org.servedyno.results.report.view.CellView.Interval;
import org.servedyno.results.report.view.ForkView;
import org.servedyno.results.report.view.WorkloadView;

class ForkDotsTest {
    private static CellView cell(String name, double mean) {
        return new CellView(
                name,
                false,
                new EstimateText(true, Double.toString(mean), ""),
                Optional.of(new Interval(mean, mean - 1, mean + 1)),
                Optional.empty(),
                "EQUIVALENT",
                "2/2",
                List.of());
    }

    private static WorkloadView workload(double left, double right) {
        return new WorkloadView(
                "w",
                "",
                "Output throughput",
                "tok/s",
                "higher",
                "left",
                0.005,
                List.of(cell("left", left), cell("right", right)),
                List.of(),
                List.of(
                        new ForkView("left", 1, "1-left-1", left - 1, "l1", false),
                        new ForkView("left", 2, "2-left-1", left + 1, "l2", true),
                        new ForkView("right", 1, "1-right-1", right - 1, "r1", false),
                        new ForkView("right", 2, "2-right-1", right + 1, "r2", false)));
    }

    @Test
    void configurations_close_to_each_other_share_an_axis_in_the_metric_s_unit() {
        assertThat(ForkDots.draw(workload(100, 103), false)).contains("Output throughput, tok/s");
        assertThat(ForkDots.axisNote(workload(100, 103))).isEqualTo("The axis does not start at 0.");
    }

    @Test
    void configurations_far_apart_are_drawn_around_their_means_in_percent() {
        assertThat(ForkDots.draw(workload(100, 900), false)).contains("Output throughput, % from the mean");
        assertThat(ForkDots.axisNote(workload(100, 900))).contains("in percent");
    }

    @Test
    void each_trial_is_a_dot_and_each_block_a_line() {
        String svg = ForkDots.draw(workload(100, 103), false);
        assertThat(svg.split("<circle", -1)).hasSize(5);
        assertThat(svg.split("<polyline", -1)).hasSize(3);
        assertThat(svg).contains("block 2: l2 tok/s (trial 2-left-1, SUSPECT)").contains("hollow");
    }

    @Test
    void a_single_trial_and_none_at_all_are_drawn_too() {
        assertThat(ForkDots.draw(CutShortReport.model().workloads().get(0), false))
                .contains("<circle");
        WorkloadView none = new WorkloadView("w", "", "m", "u", "higher", "a", 0.005, List.of(), List.of(), List.of());
        assertThat(ForkDots.draw(none, true)).isEmpty();
        assertThat(ForestPlot.draw(none, true)).isEmpty();
    }
}
