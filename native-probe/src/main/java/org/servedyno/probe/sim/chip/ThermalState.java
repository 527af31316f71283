package org.servedyno.probe.sim.chip;

/**
 * What of a GPU outlives the engines on it; advanced by whoever samples.
 *
 * @param advancedToEpochNs the moment it is true for
 * @param temperatureC temperature
 * @param energyJoules energy since the node was made
 * @param powerWatts mean power over the last step
 * @param integrals the publisher's totals at that moment
 */
public record ThermalState(
        long advancedToEpochNs, double temperatureC, double energyJoules, double powerWatts, GpuIntegrals integrals) {}
