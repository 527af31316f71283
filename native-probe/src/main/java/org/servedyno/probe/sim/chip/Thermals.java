package org.servedyno.probe.sim.chip;

import java.util.concurrent.TimeUnit;

/**
 * Temperature and energy over time: the temperature follows the power as a first-order lag towards {@code idleC +
 * celsiusPerWatt * (power - idle)}, and the energy is the power's integral.
 */
public final class Thermals {
    private final ChipModel chip;

    /** The thermals of this chip. */
    public Thermals(ChipModel chip) {
        this.chip = chip;
    }

    /** A GPU that has always been idle. */
    public ThermalState atRest(long atEpochNs, GpuIntegrals integrals) {
        return new ThermalState(atEpochNs, chip.idleC(), 0, chip.idleWatts(), integrals);
    }

    /** The state at {@code toEpochNs}; the same where that is not later. */
    public ThermalState advance(ThermalState from, long toEpochNs, GpuIntegrals integrals) {
        if (from.advancedToEpochNs() == 0) {
            return atRest(toEpochNs, integrals);
        }
        long stepNs = toEpochNs - from.advancedToEpochNs();
        if (stepNs <= 0) {
            return from;
        }
        double watts = PowerState.of(chip, Activity.over(integrals.minus(from.integrals()), stepNs))
                .watts();
        double seconds = (double) stepNs / TimeUnit.SECONDS.toNanos(1);
        double targetC = chip.idleC() + chip.celsiusPerWatt() * (watts - chip.idleWatts());
        double nextC = targetC + (from.temperatureC() - targetC) * Math.exp(-seconds / chip.timeConstantSeconds());
        return new ThermalState(toEpochNs, nextC, from.energyJoules() + watts * seconds, watts, integrals);
    }
}
