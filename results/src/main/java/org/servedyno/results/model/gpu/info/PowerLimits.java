package org.servedyno.results.model.gpu.info;

import org.servedyno.results.model.Reading;

/**
 * Power limits, watts.
 *
 * @param enforcedWatts the one in force, the lowest of all that apply
 * @param requestedWatts the one that was set
 * @param defaultWatts the one the board comes with
 * @param minWatts lowest that can be set
 * @param maxWatts highest that can be set
 */
public record PowerLimits(
        Reading<Double> enforcedWatts,
        Reading<Double> requestedWatts,
        Reading<Double> defaultWatts,
        Reading<Double> minWatts,
        Reading<Double> maxWatts) {
    /** Nothing could be read, for this reason. */
    public static PowerLimits absent(String reason) {
        return new PowerLimits(
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason));
    }
}
