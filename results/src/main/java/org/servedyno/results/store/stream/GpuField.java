package org.servedyno.results.store.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuSample;

/**
 * One measured field of a trace line: its key, its unit, and where it stands in a sample.
 *
 * @param name key in the line, ending in the unit where it has one
 * @param unit unit in the header
 * @param type how its JSON number is read
 * @param json how it becomes one
 * @param getter its place in a sample
 * @param setter its place in a sample being filled
 */
record GpuField<T extends Number>(
        String name,
        String unit,
        Function<JsonNode, T> type,
        Put<T> json,
        Function<GpuSample, Reading<T>> getter,
        BiConsumer<GpuSample.Builder, Reading<T>> setter) {
    /** Puts a number into a line as what it is; by way of its class takes several times as long. */
    @FunctionalInterface
    interface Put<T> {
        void put(ObjectNode line, String key, T value);
    }

    /** All of them, in the order of a line. */
    static final List<GpuField<?>> ALL = List.of(
            real("utilizationPercent", "%", GpuSample::utilizationPercent, GpuSample.Builder::utilizationPercent),
            real(
                    "memoryUtilizationPercent",
                    "%",
                    GpuSample::memoryUtilizationPercent,
                    GpuSample.Builder::memoryUtilizationPercent),
            real("memoryUsedMiB", "MiB", GpuSample::memoryUsedMiB, GpuSample.Builder::memoryUsedMiB),
            real("powerWatts", "W", GpuSample::powerWatts, GpuSample.Builder::powerWatts),
            real("energyJoules", "J", GpuSample::energyJoules, GpuSample.Builder::energyJoules),
            whole("temperatureC", "°C", GpuSample::temperatureC, GpuSample.Builder::temperatureC),
            whole("memoryTemperatureC", "°C", GpuSample::memoryTemperatureC, GpuSample.Builder::memoryTemperatureC),
            whole("smMhz", "MHz", GpuSample::smMhz, GpuSample.Builder::smMhz),
            whole("memoryMhz", "MHz", GpuSample::memoryMhz, GpuSample.Builder::memoryMhz),
            wide("eventReasons", "bits", GpuSample::eventReasons, GpuSample.Builder::eventReasons),
            real("smActivePercent", "%", GpuSample::smActivePercent, GpuSample.Builder::smActivePercent),
            real("tensorActivePercent", "%", GpuSample::tensorActivePercent, GpuSample.Builder::tensorActivePercent),
            real("dramActivePercent", "%", GpuSample::dramActivePercent, GpuSample.Builder::dramActivePercent),
            real("pcieTxMiBps", "MiB/s", GpuSample::pcieTxMiBps, GpuSample.Builder::pcieTxMiBps),
            real("pcieRxMiBps", "MiB/s", GpuSample::pcieRxMiBps, GpuSample.Builder::pcieRxMiBps),
            real("nvlinkTxMiBps", "MiB/s", GpuSample::nvlinkTxMiBps, GpuSample.Builder::nvlinkTxMiBps),
            real("nvlinkRxMiBps", "MiB/s", GpuSample::nvlinkRxMiBps, GpuSample.Builder::nvlinkRxMiBps),
            wide(
                    "swThermalSlowdownNs",
                    "ns, counter",
                    GpuSample::swThermalSlowdownNs,
                    GpuSample.Builder::swThermalSlowdownNs),
            wide(
                    "hwThermalSlowdownNs",
                    "ns, counter",
                    GpuSample::hwThermalSlowdownNs,
                    GpuSample.Builder::hwThermalSlowdownNs),
            wide("powerBrakeNs", "ns, counter", GpuSample::powerBrakeNs, GpuSample.Builder::powerBrakeNs));

    private static GpuField<Double> real(
            String name,
            String unit,
            Function<GpuSample, Reading<Double>> getter,
            BiConsumer<GpuSample.Builder, Reading<Double>> setter) {
        return new GpuField<>(
                name, unit, JsonNode::doubleValue, (line, key, value) -> line.put(key, value), getter, setter);
    }

    private static GpuField<Integer> whole(
            String name,
            String unit,
            Function<GpuSample, Reading<Integer>> getter,
            BiConsumer<GpuSample.Builder, Reading<Integer>> setter) {
        return new GpuField<>(
                name, unit, JsonNode::intValue, (line, key, value) -> line.put(key, value), getter, setter);
    }

    private static GpuField<Long> wide(
            String name,
            String unit,
            Function<GpuSample, Reading<Long>> getter,
            BiConsumer<GpuSample.Builder, Reading<Long>> setter) {
        return new GpuField<>(
                name, unit, JsonNode::longValue, (line, key, value) -> line.put(key, value), getter, setter);
    }

    /** Its name as a column; a mask has no unit that its name could end in. */
    String csvName() {
        return name.equals("eventReasons") ? "eventReasonsBits" : name;
    }

    Reading<T> of(GpuSample sample) {
        return getter.apply(sample);
    }

    /** Puts the sample's value into a line, or null and the reason beside it, unless the header has said that reason already. */
    void write(GpuSample sample, ObjectNode line, Map<String, String> absentThroughout) {
        Reading<T> reading = of(sample);
        reading.toOptional().ifPresent(value -> json.put(line, name, value));
        reading.absentReason()
                .filter(reason -> !reason.equals(absentThroughout.get(name)))
                .ifPresent(reason -> {
                    line.putNull(name);
                    line.withObjectProperty("absent").put(name, reason);
                });
    }

    /** Fills in the value in a line, or the reason that the line or the header gives. */
    void read(JsonNode line, Map<String, String> absentThroughout, GpuSample.Builder sample) {
        JsonNode value = line.path(name);
        JsonNode reason = line.path("absent").path(name);
        setter.accept(
                sample,
                value.isNumber()
                        ? Reading.of(type.apply(value))
                        : Reading.absent(
                                reason.isTextual()
                                        ? reason.asText()
                                        : absentThroughout.getOrDefault(name, "not in this trace")));
    }
}
