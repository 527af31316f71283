package org.servedyno.results.model.gpu.info;

import org.servedyno.results.model.Reading;

/**
 * The PCIe link and its error counters.
 *
 * @param generation PCIe generation now
 * @param width lanes now
 * @param maxGeneration highest generation of GPU and slot
 * @param maxWidth most lanes of GPU and slot
 * @param replays packets sent again since the driver was loaded
 * @param fatalErrors fatal errors
 * @param nonFatalErrors errors that are not fatal
 */
public record PcieLink(
        Reading<Integer> generation,
        Reading<Integer> width,
        Reading<Integer> maxGeneration,
        Reading<Integer> maxWidth,
        Reading<Long> replays,
        Reading<Long> fatalErrors,
        Reading<Long> nonFatalErrors) {
    /** Nothing could be read, for this reason. */
    public static PcieLink absent(String reason) {
        return new PcieLink(
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason));
    }
}
