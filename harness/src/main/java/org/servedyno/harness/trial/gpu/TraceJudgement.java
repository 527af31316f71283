package org.servedyno.harness.trial.gpu;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.servedyno.harness.trial.child.TrialChildren;
import org.servedyno.probe.gate.trace.TraceGates;
import org.servedyno.probe.gate.trace.TraceWindow;
import org.servedyno.results.metric.GpuWindow;
import org.servedyno.results.metric.PassMetrics;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.store.PassDirectory;
import org.servedyno.results.store.TrialDirectory;
import org.servedyno.results.store.stream.GpuTrace;
import org.servedyno.results.store.stream.RequestLog;

/**
 * What a trial's GPU trace says of its passes.
 *
 * @param passes the passes, with the figures of the GPUs during each one
 * @param gates of each gate and GPU the worst answer over the measured passes
 */
public record TraceJudgement(List<Pass> passes, List<GateResult> gates) {
    public TraceJudgement {
        passes = List.copyOf(passes);
        gates = List.copyOf(gates);
    }

    /** Without a trace the passes stay as they are. */
    public static TraceJudgement none(List<Pass> passes) {
        return new TraceJudgement(passes, List.of());
    }

    /**
     * Reads the trace of a trial. One that is missing or can't be read is a gate that fails: the trial is INVALID, and its passes
     * stay as they are.
     *
     * @param gpus indices of the GPUs that were to be recorded
     * @param owners the engine's processes; empty when not known
     * @param cutShort whether the trial ended before its last pass: then events at any time are judged
     * @throws IOException when a pass can't be read
     */
    static TraceJudgement of(
            TrialDirectory directory,
            List<Integer> gpus,
            List<Pass> passes,
            Optional<GpuOwners> owners,
            boolean cutShort)
            throws IOException {
        GpuTrace trace;
        try {
            trace = GpuTrace.read(directory.gpuTrace());
        } catch (NoSuchFileException e) {
            return new TraceJudgement(
                    passes, TraceGates.unreadable(gpus, "no trace: " + e.getMessage() + " is missing"));
        } catch (IOException e) {
            return new TraceJudgement(
                    passes, TraceGates.unreadable(gpus, "the trace can't be read: " + e.getMessage()));
        }
        return of(trace, directory, gpus, passes, owners, cutShort);
    }

    private static TraceJudgement of(
            GpuTrace trace,
            TrialDirectory directory,
            List<Integer> gpus,
            List<Pass> passes,
            Optional<GpuOwners> owners,
            boolean cutShort)
            throws IOException {
        Optional<Set<Long>> ownPids = owners.map(some -> some.with(trace));
        List<Pass> enriched = new ArrayList<>();
        List<GateResult> all = new ArrayList<>();
        for (Pass pass : passes) {
            GpuWindow window = GpuWindow.of(pass, trace.header().anchor());
            enriched.add(with(pass, window.metrics(trace.samples(), outputTokens(directory, pass))));
            if (pass.kind() == Pass.Kind.MEASURED) {
                all.addAll(TraceGates.evaluate(
                        trace.samples(), trace.events(), trace.occupants(), gateWindow(window, gpus, ownPids)));
            }
        }
        if (cutShort) {
            all.addAll(TraceGates.happened(trace.events(), gpus));
        }
        Map<String, GateResult> worst = new LinkedHashMap<>();
        all.forEach(gate -> worst.merge(gate.id() + "/" + gate.gpu(), gate, TraceJudgement::worse));
        return new TraceJudgement(enriched, new ArrayList<>(worst.values()));
    }

    private static long outputTokens(TrialDirectory directory, Pass pass) throws IOException {
        PassDirectory files = directory.pass(Pass.folderName(pass.workload(), pass.kind(), pass.number()));
        return PassMetrics.outputTokens(RequestLog.read(files.requests()).records());
    }

    private static TraceWindow gateWindow(GpuWindow window, List<Integer> gpus, Optional<Set<Long>> ownPids) {
        TraceWindow all =
                new TraceWindow(gpus, window.startNs(), window.endNs(), TrialChildren.TRACE_PERIOD.toNanos(), Map.of());
        return ownPids.map(all::withOwnPids).orElse(all);
    }

    private static Pass with(Pass pass, Map<String, MetricValue> more) {
        Map<String, MetricValue> all = new HashMap<>(pass.metrics());
        all.putAll(more);
        return new Pass(
                pass.workload(),
                pass.number(),
                pass.kind(),
                pass.simulated(),
                pass.workSha256(),
                pass.requests(),
                pass.completed(),
                pass.failures(),
                all,
                pass.startMonotonicNs(),
                pass.endMonotonicNs(),
                pass.startAnchor(),
                pass.endAnchor());
    }

    private static GateResult worse(GateResult a, GateResult b) {
        return rank(b) > rank(a) ? b : a;
    }

    private static int rank(GateResult gate) {
        return switch (gate.status()) {
            case PASS -> 0;
            case SKIP -> 1;
            case WARN -> 2;
            case FAIL -> 3;
        };
    }
}
