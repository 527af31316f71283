package org.servedyno.results.report;

import java.util.List;
import java.util.Optional;
import org.servedyno.results.report.view.CellView;
import org.servedyno.results.report.view.CellView.Contrast;
import org.servedyno.results.report.view.CellView.EstimateText;
import org.servedyno.results.report.view.CellView.Interval;
import org.servedyno.results.report.view.ForkView;
import org.servedyno.results.report.view.HeadingView;
import org.servedyno.results.report.view.PlanView;
import org.servedyno.results.report.view.ReportModel;
import org.servedyno.results.report.view.TallyView;
import org.servedyno.results.report.view.TrialView;
import org.servedyno.results.report.view.WorkloadView;

/** The report of a real study cut short: few blocks, no GPU, long names and names that look like markup, nothing decided. */
public final class CutShortReport {
    private static final String LONG_NAME =
            "vllm-0.11.0-qwen3-235b-a22b-instruct-2507-fp8-tp8-max-num-batched-tokens-16384-fp8-kv-cache";

    private CutShortReport() {}

    /** The report. */
    public static ReportModel model() {
        HeadingView heading = new HeadingView(
                "cut short",
                false,
                "TPOT p99",
                "ms",
                "a",
                "±0.5 %",
                List.of("2 of 6 blocks run"),
                "Blocks are missing. To go on: servedyno run --resume runs/cut-short",
                "runs/cut-short");
        PlanView plan = new PlanView(
                "1",
                "00",
                "servedyno run runs/cut-short/plan.yaml",
                "servedyno report runs/cut-short",
                "",
                "{}",
                List.of(),
                List.of(),
                List.of());
        return new ReportModel(
                heading,
                List.of(workload()),
                List.of(),
                List.of(new TallyView("a", 1, 0, 0, 1, "1 interrupted"), new TallyView(LONG_NAME, 2, 0, 0, 0, "")),
                List.of(interrupted()),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                plan,
                List.of(),
                List.of("trials/1-a-1/gates.json could not be read and is left out: it ends in the middle"));
    }

    private static WorkloadView workload() {
        CellView failed = new CellView(
                "pipes|and<b>",
                false,
                new EstimateText(false, "failed: a-very-long-failure-class-that-does-not-fit-here", ""),
                Optional.empty(),
                Optional.empty(),
                "failed",
                "0/6",
                List.of());
        return new WorkloadView(
                "w",
                "random, 4000 in / 200 out, 500 prompts, open loop at 10 requests a second, seed 42, endpoint chat",
                "TPOT p99",
                "ms",
                "lower",
                "a",
                .005,
                List.of(baseline(), wide(), failed),
                List.of(),
                List.of(new ForkView("a", 1, "1-a-1", .48, "0.48", false)));
    }

    private static CellView baseline() {
        return new CellView(
                "a",
                true,
                new EstimateText(true, "0.48", ""),
                Optional.of(new Interval(.48, .48, .48)),
                Optional.empty(),
                "baseline",
                "1/6",
                List.of("one trial gives no interval"));
    }

    private static CellView wide() {
        return new CellView(
                LONG_NAME,
                false,
                new EstimateText(true, "123456.7", "± 12345.6"),
                Optional.of(new Interval(123456.7, 111111.1, 135802.3)),
                Optional.of(new Contrast(new Interval(1.25, .98, 1.6), "1.25", "0.98", "1.60")),
                "INCONCLUSIVE",
                "2/6",
                List.of("below 6 complete blocks"));
    }

    private static TrialView interrupted() {
        return new TrialView(
                "2-a-1",
                2,
                "1 of 3",
                "a",
                "VALID",
                List.of(),
                "interrupted",
                "",
                "",
                List.of(),
                "2026-12-01 03:09:00",
                "1.4 s",
                "–",
                "server");
    }
}
