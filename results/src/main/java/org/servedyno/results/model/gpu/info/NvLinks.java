package org.servedyno.results.model.gpu.info;

import java.util.List;
import org.servedyno.results.model.Reading;

/**
 * The NVLinks of a GPU.
 *
 * @param count how many the driver counts
 * @param lanes each link, from 0
 */
public record NvLinks(Reading<Integer> count, Reading<List<Lane>> lanes) {
    /**
     * One NVLink. Error counters run since the driver was loaded.
     *
     * @param link its number, from 0
     * @param active whether it is up
     * @param version NVML's number of the NVLink version; 6 stands for NVLink 4.0
     * @param remote what is at its other end: {@code GPU}, {@code SWITCH}, {@code IBMNPU}, {@code UNKNOWN}, or a number
     * @param remoteBusId PCI address of the other end
     * @param speedMBps speed in each direction, megabytes a second
     * @param replayErrors packets sent again
     * @param recoveryErrors times the link had to be trained again
     * @param crcErrors errors that the checksums found
     */
    public record Lane(
            int link,
            Reading<Boolean> active,
            Reading<Integer> version,
            Reading<String> remote,
            Reading<String> remoteBusId,
            Reading<Integer> speedMBps,
            Reading<Long> replayErrors,
            Reading<Long> recoveryErrors,
            Reading<Long> crcErrors) {}

    /** Nothing could be read, for this reason. */
    public static NvLinks absent(String reason) {
        return new NvLinks(Reading.absent(reason), Reading.absent(reason));
    }

    /** How many links are up. */
    public Reading<Integer> active() {
        return lanes.map(all -> (int) all.stream()
                .filter(lane -> lane.active().toOptional().orElse(false))
                .count());
    }
}
