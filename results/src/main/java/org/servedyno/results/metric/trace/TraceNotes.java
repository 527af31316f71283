package org.servedyno.results.metric.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.store.stream.GpuTraceHeader;

/**
 * What a reader of a trace's figures has to know.
 *
 * @param header the trace's header
 * @param seconds from its first sample to its last
 * @param complete whether it has its last line
 * @param unknownLines lines of a kind that this build does not know
 */
record TraceNotes(GpuTraceHeader header, double seconds, boolean complete, long unknownLines) {
    /**
     * Power is an average over a second of which the sensor of an A100 or H100 sees a quarter, so that figures of power and energy need tens
     * of seconds to settle (arXiv 2312.02741).
     */
    static final double SHORT_SECONDS = 10;

    List<String> of(List<GpuSummary> gpus, List<GpuEvent> nodeEvents) {
        List<String> notes = new ArrayList<>();
        if (!complete) {
            notes.add("the trace was cut off: its recorder did not end as it should");
        }
        if (seconds < SHORT_SECONDS) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%.1f s is short: power is an average over about a second, so power and energy need tens of seconds",
                    seconds));
        }
        header.gpus().stream()
                .filter(gpu -> gpu.persistence().toOptional().filter(on -> !on).isPresent())
                .forEach(gpu -> notes.add(
                        "GPU " + gpu.index() + ": persistence mode is off, so counters of energy and ECC begin"
                                + " anew whenever the last client leaves"));
        gpus.forEach(gpu -> energy(gpu, notes));
        nodeEvents.stream()
                .filter(event -> event.kind() == GpuEvent.Kind.UNWATCHED)
                .forEach(event -> notes.add("the driver's events were not watched: " + event.detail()));
        if (unknownLines > 0) {
            notes.add(unknownLines + " lines are of a kind that only a newer servedyno knows");
        }
        return notes;
    }

    private static void energy(GpuSummary gpu, List<String> notes) {
        EnergyUse energy = gpu.energy();
        if (energy.source() == EnergyUse.Source.POWER) {
            notes.add("GPU " + gpu.index() + ": energy is power times time, for the counter has none: "
                    + energy.counterToPower().absentReason().orElseThrow());
        }
        energy.counterToPower()
                .toOptional()
                .filter(ratio -> !energy.agrees())
                .ifPresent(ratio -> notes.add(String.format(
                        Locale.ROOT,
                        "GPU %d: the energy counter gives %.2f times what power gives; more than 20 %% apart, so trust neither",
                        gpu.index(),
                        ratio)));
    }
}
