package org.servedyno.results.metric.trace;

import org.servedyno.results.model.Reading;

/**
 * The energy of one GPU over a recording, from its first to its last sample.
 *
 * @param joules the energy
 * @param source what it is from
 * @param meanWatts the energy over its time
 * @param counterToPower energy by the counter over energy by power, where both are known; 1 when they agree
 */
public record EnergyUse(
        Reading<Double> joules, Source source, Reading<Double> meanWatts, Reading<Double> counterToPower) {
    /** How far counter and power may part, either way. They have been seen to part by a factor of 1.7. */
    public static final double AGREEMENT = 0.2;

    /** What an energy is from. */
    public enum Source {
        /** The difference of the GPU's energy counter: the better one, for it misses nothing between two looks. */
        COUNTER,
        /** The samples of power times the time between them; the sensor averages, and sees part of the time only. */
        POWER,
        /** Neither was there. */
        NONE
    }

    /** Whether counter and power agree within {@link #AGREEMENT}, or cannot be compared. */
    public boolean agrees() {
        return counterToPower
                .toOptional()
                .map(ratio -> Math.abs(ratio - 1) <= AGREEMENT)
                .orElse(true);
    }
}
