package org.servedyno.results.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.servedyno.results.report.view.CellView;
import org.servedyno.results.report.view.CellView.Contrast;
import org.servedyno.results.report.view.CellView.EstimateText;
import org.servedyno.results.report.view.CellView.Interval;
import org.servedyno.results.report.view.FactView;
import org.servedyno.results.report.view.ForkView;
import org.servedyno.results.report.view.GateView;
import org.servedyno.results.report.view.HeadingView;
import org.servedyno.results.report.view.MetricView;
import org.servedyno.results.report.view.PlanView;
import org.servedyno.results.report.view.ReportModel;
import org.servedyno.results.report.view.TallyView;
import org.servedyno.results.report.view.TraceView;
import org.servedyno.results.report.view.TrialView;
import org.servedyno.results.report.view.WorkloadView;

/** Reports with everything in them that a renderer must cope with. */
public final class SampleReport {
    private SampleReport() {}

    static CellView cell(
            String c,
            boolean base,
            String e,
            String pm,
            double v,
            double h,
            String verdict,
            Optional<Contrast> contrast,
            String... notes) {
        return new CellView(
                c,
                base,
                new EstimateText(true, e, pm),
                Optional.of(new Interval(v, v - h, v + h)),
                contrast,
                verdict,
                "6/6",
                List.of(notes));
    }

    /** A simulated study of four configurations and two workloads; one of the configurations never started. */
    public static ReportModel simulated() {
        List<CellView> cells = List.of(
                cell("vllm-bf16", true, "7310", "± 18", 7310, 18, "baseline", Optional.empty()),
                cell(
                        "sglang-bf16",
                        false,
                        "7313",
                        "± 20",
                        7313,
                        20,
                        "EQUIVALENT",
                        Optional.of(new Contrast(new Interval(1.0004, .9994, 1.0014), "1.0004", "0.9994", "1.0014"))),
                cell(
                        "sglang-fp8-attention-fa3-long",
                        false,
                        "9113",
                        "± 27",
                        9113,
                        27,
                        "FASTER",
                        Optional.of(new Contrast(new Interval(1.2466, 1.2409, 1.2524), "1.2466", "1.2409", "1.2524")),
                        "leave-one-out agrees"),
                new CellView(
                        "trtllm",
                        false,
                        new EstimateText(false, "failed: exited-at-start", ""),
                        Optional.empty(),
                        Optional.empty(),
                        "failed",
                        "0/6",
                        List.of("6 trials failed")));
        List<ForkView> forks = new ArrayList<>();
        SplittableRandom r = new SplittableRandom(3);
        for (int b = 1; b <= 6; b++) {
            double drift = r.nextDouble() * 60 - 30;
            for (int c = 0; c < 3; c++) {
                double v = cells.get(c).interval().get().value() + drift + r.nextDouble() * 20;
                forks.add(new ForkView(
                        cells.get(c).configuration(),
                        b,
                        b + "-" + cells.get(c).configuration() + "-1",
                        v,
                        new BigDecimal(v).setScale(1, RoundingMode.HALF_EVEN).toPlainString(),
                        b == 3 && c == 1));
            }
        }
        WorkloadView w = new WorkloadView(
                "short",
                "random, 128 in / 4 out, 1000 prompts, all at once",
                "Output throughput",
                "tok/s",
                "higher",
                "vllm-bf16",
                .005,
                cells,
                List.of(),
                forks);
        WorkloadView w2 = new WorkloadView(
                "sharegpt",
                "sharegpt, 1000 prompts, all at once",
                "Output throughput",
                "tok/s",
                "higher",
                "vllm-bf16",
                .005,
                cells,
                List.of(),
                forks);
        List<TraceView> traces = new ArrayList<>();
        List<TrialView> trials = new ArrayList<>();
        List<PlanView.BlockOrder> order = new ArrayList<>();
        for (int b = 1; b <= 6; b++) {
            List<PlanView.Place> places = new ArrayList<>();
            for (int c = 0; c < 3; c++) {
                String id = b + "-" + cells.get(c).configuration() + "-1";
                traces.add(trace(id, cells.get(c).configuration(), r));
                places.add(new PlanView.Place(cells.get((c + b) % 3).configuration(), (c + b) % 3));
                trials.add(new TrialView(
                        id,
                        b,
                        (c + 1) + " of 3",
                        cells.get(c).configuration(),
                        b == 3 && c == 1 ? "SUSPECT" : "VALID",
                        b == 3 && c == 1 ? List.of("THERM-2 gpu 0: 84 °C at entry") : List.of(),
                        "done",
                        "",
                        "",
                        List.of(),
                        "2026-12-01 03:0" + b + ":00",
                        "12.4 s",
                        "4711",
                        "servedyno engine-sim --port 1234 --profile vllm"));
            }
            order.add(new PlanView.BlockOrder(b, places));
        }
        trials.add(new TrialView(
                "1-trtllm-1",
                1,
                "4 of 4",
                "trtllm",
                "VALID",
                List.of(),
                "failed: exited-at-start",
                "RuntimeError: CUDA out of memory <script>alert(1)</script>",
                "lower gpu-memory-utilization",
                List.of("line one", "</script><b>bold", "last line"),
                "2026-12-01 03:09:00",
                "1.4 s",
                "–",
                "trtllm-serve --port 4"));
        List<GateView> gates = List.of(
                new GateView("MEM-7", "used memory below 512 MiB before the start", 18, 0, 0, 0, "437 MiB"),
                new GateView(
                        "THERM-2",
                        "temperature within 3 °C of the block's first trial",
                        17,
                        1,
                        0,
                        0,
                        "84 °C in 3-sglang-bf16-1"),
                new GateView(
                        "PROC-1", "no other process on the GPU", 0, 0, 0, 18, "host pids are not seen in a container"));
        PlanView plan = new PlanView(
                "20261130",
                "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                "servedyno run plan.yaml",
                "study: x\nmodel: y\n",
                "{\n  \"a\": 1\n}",
                List.of(new FactView("blocks", "6", true), new FactView("seed", "20261130", true)),
                List.of("passes: 1 (default 3)"),
                order);
        return new ReportModel(
                new HeadingView(
                        "qwen3-14b-h100",
                        true,
                        "Output throughput",
                        "tok/s",
                        "vllm-bf16",
                        "±0.5 %",
                        List.of(
                                "6 of 6 blocks",
                                "19 trials: 17 valid, 1 suspect, 0 invalid, 1 failed",
                                "1 × simulated h100-sxm",
                                "2026-12-01 03:01 UTC, 4 min 12 s"),
                        "trtllm has no valid trial",
                        "runs/qwen3-14b-h100-20261201-030100-ab12"),
                List.of(w, w2),
                List.of(new MetricView("short", "vllm-bf16", "TTFT p99", "ms", "12.4", "12.1 to 12.7", "", "6")),
                List.of(
                        new TallyView("vllm-bf16", 6, 0, 0, 0, ""),
                        new TallyView("trtllm", 0, 0, 0, 1, "1 exited-at-start")),
                trials,
                gates,
                List.of(),
                List.of(),
                List.of(
                        new FactView("cpuModel", "AMD EPYC 9474F", true),
                        new FactView("driver", "no NVIDIA driver", false)),
                plan,
                traces,
                List.of());
    }

    static TraceView trace(String id, String configuration, SplittableRandom r) {
        List<Double> t = new ArrayList<>();
        List<List<Optional<Double>>> v =
                List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        double temp = 38;
        for (int i = 0; i < 240; i++) {
            double s = i * .1;
            t.add(s);
            boolean load = (s > 4 && s < 8) || (s > 9 && s < 13) || (s > 14 && s < 18) || (s > 18.5 && s < 22);
            double u = load ? 96 + r.nextDouble() * 4 : s > 2 ? 1 : 0;
            temp += load ? .12 : -.06;
            v.get(0).add(Optional.of(u));
            v.get(1).add(i > 100 && i < 104 ? Optional.empty() : Optional.of(u * .6 + r.nextDouble()));
            v.get(2).add(Optional.of(load ? 560 + r.nextDouble() * 60 : 120 + r.nextDouble() * 4));
            v.get(3).add(Optional.of(load ? 1755 + r.nextInt(3) * 15. : 1980.));
            v.get(4).add(Optional.of(Math.rint(temp)));
        }
        List<TraceView.Line> lines = List.of(
                new TraceView.Line(0, TraceView.Quantity.UTILIZATION, v.get(0)),
                new TraceView.Line(0, TraceView.Quantity.SM_ACTIVE, v.get(1)),
                new TraceView.Line(0, TraceView.Quantity.POWER, v.get(2)),
                new TraceView.Line(0, TraceView.Quantity.SM_CLOCK, v.get(3)),
                new TraceView.Line(0, TraceView.Quantity.TEMPERATURE, v.get(4)));
        return new TraceView(
                id,
                configuration,
                "VALID",
                "simulated h100-sxm, 10 Hz, 240 samples",
                t,
                lines,
                List.of(
                        new TraceView.Band("short warmup 1", "warmup", 4, 8),
                        new TraceView.Band("short warmup 2", "warmup", 9, 13),
                        new TraceView.Band("short 1", "measured", 14, 18),
                        new TraceView.Band("short 2", "measured", 18.5, 22)),
                List.of());
    }

    /** A real study cut short: two blocks, no GPU, long names, nothing decided. */
    public static ReportModel cutShort() {
        String longName = "vllm-0.11.0-qwen3-235b-a22b-instruct-2507-fp8-tp8-max-num-batched-tokens-16384-fp8-kv-cache";
        List<CellView> cells = List.of(
                new CellView(
                        "a",
                        true,
                        new EstimateText(true, "0.48", ""),
                        Optional.of(new Interval(.48, .48, .48)),
                        Optional.empty(),
                        "baseline",
                        "1/6",
                        List.of("one trial gives no interval")),
                new CellView(
                        longName,
                        false,
                        new EstimateText(true, "123456.7", "± 12345.6"),
                        Optional.of(new Interval(123456.7, 111111.1, 135802.3)),
                        Optional.of(new Contrast(new Interval(1.25, .98, 1.6), "1.25", "0.98", "1.60")),
                        "INCONCLUSIVE",
                        "2/6",
                        List.of("below 6 complete blocks")),
                new CellView(
                        "pipes|and<b>",
                        false,
                        new EstimateText(false, "failed: a-very-long-failure-class-that-does-not-fit-here", ""),
                        Optional.empty(),
                        Optional.empty(),
                        "failed",
                        "0/6",
                        List.of()));
        WorkloadView workload = new WorkloadView(
                "w",
                "random, 4000 in / 200 out, 500 prompts, open loop at 10 requests a second, seed 42, endpoint chat",
                "TPOT p99",
                "ms",
                "lower",
                "a",
                .005,
                cells,
                List.of(),
                List.of(new ForkView("a", 1, "1-a-1", .48, "0.48", false)));
        TrialView interrupted = new TrialView(
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
        return new ReportModel(
                new HeadingView(
                        "cut short",
                        false,
                        "TPOT p99",
                        "ms",
                        "a",
                        "±0.5 %",
                        List.of("2 of 6 blocks"),
                        "interrupted: 4 blocks are missing; go on with servedyno run --resume runs/cut-short",
                        "runs/cut-short"),
                List.of(workload),
                List.of(),
                List.of(new TallyView("a", 1, 0, 0, 1, "1 interrupted"), new TallyView(longName, 2, 0, 0, 0, "")),
                List.of(interrupted),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                new PlanView(
                        "1", "00", "servedyno run runs/cut-short/plan.yaml", "", "{}", List.of(), List.of(), List.of()),
                List.of(),
                List.of("gpu.ndjson.gz of 1-a-1 ends in the middle of a line"));
    }
}
