package org.servedyno.probe.gate.trace;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a trace should hold over the measured time of a trial.
 *
 * @param gpus indices of the GPUs that should have been recorded; empty when none was expected
 * @param startNs begin of the window on the trace's monotonic clock
 * @param endNs end of the window
 * @param periodNs time between samples
 * @param medianSmMhz by GPU, the median over the block's trials of the mean SM clock; empty where not known yet
 * @param ownPids our processes as the host numbers them; empty when not known, as in a container
 */
public record TraceWindow(
        List<Integer> gpus,
        long startNs,
        long endNs,
        long periodNs,
        Map<Integer, Double> medianSmMhz,
        Optional<Set<Long>> ownPids) {
    public TraceWindow {
        gpus = List.copyOf(gpus);
        medianSmMhz = Map.copyOf(medianSmMhz);
        ownPids = ownPids.map(Set::copyOf);
        if (endNs <= startNs || periodNs <= 0) {
            throw new IllegalArgumentException("a window lasts longer than 0 ns, and so does a period: " + startNs
                    + " to " + endNs + ", " + periodNs);
        }
    }

    /** A window in which our processes are not known. */
    public TraceWindow(List<Integer> gpus, long startNs, long endNs, long periodNs, Map<Integer, Double> medianSmMhz) {
        this(gpus, startNs, endNs, periodNs, medianSmMhz, Optional.empty());
    }

    /** The same window, in which these processes of the host are ours. */
    public TraceWindow withOwnPids(Set<Long> pids) {
        return new TraceWindow(gpus, startNs, endNs, periodNs, medianSmMhz, Optional.of(pids));
    }
}
