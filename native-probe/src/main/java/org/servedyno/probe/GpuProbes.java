package org.servedyno.probe;

import org.servedyno.probe.nvml.NvmlProbe;
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
        if (source instanceof ProbeSource.Nvml nvml) {
            return NvmlProbe.open(nvml.library());
        }
        return SimulatedProbe.open((ProbeSource.Simulated) source);
    }
}
