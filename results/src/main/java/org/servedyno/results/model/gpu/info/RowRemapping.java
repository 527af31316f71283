package org.servedyno.results.model.gpu.info;

import org.servedyno.results.model.Reading;

/**
 * Rows of DRAM that were replaced by spare ones.
 *
 * @param correctable rows replaced for correctable errors
 * @param uncorrectable rows replaced for uncorrectable errors
 * @param pending whether a replacement waits for a reset
 * @param failed whether a replacement failed
 * @param banksFull banks with all their spare rows left
 * @param banksExhausted banks with no spare row left
 */
public record RowRemapping(
        Reading<Integer> correctable,
        Reading<Integer> uncorrectable,
        Reading<Boolean> pending,
        Reading<Boolean> failed,
        Reading<Integer> banksFull,
        Reading<Integer> banksExhausted) {
    /** Nothing could be read, for this reason. */
    public static RowRemapping absent(String reason) {
        return new RowRemapping(
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason));
    }
}
