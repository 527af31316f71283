package org.servedyno.results.store.stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuSample;

/**
 * The first line of a GPU trace: what stands in the lines after it.
 *
 * @param simulated whether the GPUs are simulated
 * @param source where samples come from: {@code nvml} with the library's path, {@code sim}, {@code replay}
 * @param driverVersion the driver
 * @param periodMs the time between samples that the recorder aims at, milliseconds
 * @param gpus every GPU recorded
 * @param anchor both clocks of the recorder when it began
 * @param absent fields that lines leave out, each with the reason; see {@link #absentThroughout}
 */
public record GpuTraceHeader(
        boolean simulated,
        String source,
        Reading<String> driverVersion,
        long periodMs,
        List<Gpu> gpus,
        ClockAnchor anchor,
        @JsonProperty("absentFields") Map<String, String> absent) {
    /**
     * One GPU of a trace.
     *
     * @param index its index, as samples name it
     * @param uuid its name everywhere else
     * @param product which chip it is, as the driver names it
     * @param persistence whether the driver keeps it up without a client; if not, its counters begin anew whenever the last client leaves
     */
    public record Gpu(int index, String uuid, Reading<String> product, Reading<Boolean> persistence) {}

    public GpuTraceHeader {
        gpus = List.copyOf(gpus);
        absent = Map.copyOf(absent);
    }

    /**
     * The fields that no sample of the first look at all GPUs has, each with the reason of the first GPU. A field that turns up later
     * is written then all the same.
     */
    public static Map<String, String> absentThroughout(List<GpuSample> firstLook) {
        Map<String, String> absent = new TreeMap<>();
        if (firstLook.isEmpty()) {
            return absent;
        }
        for (GpuField<?> field : GpuField.ALL) {
            if (firstLook.stream()
                    .allMatch(sample -> field.of(sample).absentReason().isPresent())) {
                field.of(firstLook.get(0)).absentReason().ifPresent(reason -> absent.put(field.name(), reason));
            }
        }
        return absent;
    }
}
