package org.servedyno.probe;

import java.util.List;
import org.servedyno.probe.sim.SimulatedProbe;

/** Opens probes. */
public final class GpuProbes {
    private GpuProbes() {}

    /**
     * Opens the probe of a source; close it after use.
     *
     * @throws ProbeUnavailableException if there is nothing to probe: it says what was tried and what to do
     */
    public static GpuProbe open(ProbeSource source) throws ProbeUnavailableException {
        if (source instanceof ProbeSource.Simulated simulated) {
            return SimulatedProbe.open(simulated);
        }
        throw new ProbeUnavailableException(List.of("NVML"), "NVML is not read by this build", "use --simulate");
    }
}
