package org.servedyno.results.report.assembly;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Trial;
import org.servedyno.results.report.view.TraceView;
import org.servedyno.results.store.stream.GpuTrace;
import org.servedyno.results.store.stream.GpuTraceHeader;

/** The GPU trace of a trial with its passes, on one time axis that begins with the trial. */
final class Traces {
    private Traces() {}

    static TraceView of(Trial trial, GpuTrace trace) {
        ClockAnchor anchor = trace.header().anchor();
        TraceThinning thin = new TraceThinning(trace.samples(), anchor.monotonicAt(trial.startedAt()));
        List<String> missing = new ArrayList<>(thin.missing());
        if (!trace.complete()) {
            missing.add("cut off: the recorder did not end as it should");
        }
        return new TraceView(
                trial.id(),
                trial.configuration(),
                trial.validity().state().name(),
                caption(trace),
                thin.seconds(),
                thin.lines(),
                trial.passes().stream().map(p -> band(trial, p)).toList(),
                missing);
    }

    private static String caption(GpuTrace trace) {
        GpuTraceHeader header = trace.header();
        String source = header.simulated() ? "SIMULATED" : header.source();
        return source + ", every " + header.periodMs() + " ms, "
                + trace.samples().size() + " samples";
    }

    private static TraceView.Band band(Trial trial, Pass pass) {
        String kind = pass.kind() == Pass.Kind.MEASURED ? "" : pass.kind().word() + " ";
        return new TraceView.Band(
                pass.workload() + " " + kind + pass.number(),
                pass.kind().word(),
                seconds(trial.startedAt(), pass.startAnchor().wallAt(pass.startMonotonicNs())),
                seconds(trial.startedAt(), pass.endAnchor().wallAt(pass.endMonotonicNs())));
    }

    private static double seconds(Instant from, Instant to) {
        return Math.rint(TimeText.seconds(Duration.between(from, to)) * 100) / 100;
    }
}
