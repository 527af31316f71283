package org.servedyno.results.store.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuSample;

/**
 * One measured field of a trace line: its key, its unit, and where it stands in a sample.
 *
 * @param name key in the line, ending in the unit where it has one
 * @param unit unit in the header
 * @param type how its JSON number is read
 * @param getter its place in a sample
 */
record GpuField<T extends Number>(
        String name, String unit, Function<JsonNode, T> type, Function<GpuSample, Reading<T>> getter) {
    static final GpuField<Double> UTILIZATION = real("utilizationPercent", "%", GpuSample::utilizationPercent);
    static final GpuField<Double> MEMORY_USED = real("memoryUsedMiB", "MiB", GpuSample::memoryUsedMiB);
    static final GpuField<Double> POWER = real("powerWatts", "W", GpuSample::powerWatts);
    static final GpuField<Double> ENERGY = real("energyJoules", "J", GpuSample::energyJoules);
    static final GpuField<Integer> TEMPERATURE = whole("temperatureC", "°C", GpuSample::temperatureC);
    static final GpuField<Integer> SM_CLOCK = whole("smMhz", "MHz", GpuSample::smMhz);
    static final GpuField<Integer> MEMORY_CLOCK = whole("memoryMhz", "MHz", GpuSample::memoryMhz);
    static final GpuField<Long> EVENT_REASONS =
            new GpuField<>("eventReasons", "bits", JsonNode::longValue, GpuSample::eventReasons);
    static final GpuField<Double> SM_ACTIVE = real("smActivePercent", "%", GpuSample::smActivePercent);
    static final GpuField<Double> TENSOR_ACTIVE = real("tensorActivePercent", "%", GpuSample::tensorActivePercent);
    static final GpuField<Double> DRAM_ACTIVE = real("dramActivePercent", "%", GpuSample::dramActivePercent);
    static final GpuField<Double> PCIE_TX = real("pcieTxMiBps", "MiB/s", GpuSample::pcieTxMiBps);
    static final GpuField<Double> PCIE_RX = real("pcieRxMiBps", "MiB/s", GpuSample::pcieRxMiBps);

    /** All of them, in the order of a line. */
    static final List<GpuField<?>> ALL = List.of(
            UTILIZATION,
            MEMORY_USED,
            POWER,
            ENERGY,
            TEMPERATURE,
            SM_CLOCK,
            MEMORY_CLOCK,
            EVENT_REASONS,
            SM_ACTIVE,
            TENSOR_ACTIVE,
            DRAM_ACTIVE,
            PCIE_TX,
            PCIE_RX);

    private static GpuField<Double> real(String name, String unit, Function<GpuSample, Reading<Double>> getter) {
        return new GpuField<>(name, unit, JsonNode::doubleValue, getter);
    }

    private static GpuField<Integer> whole(String name, String unit, Function<GpuSample, Reading<Integer>> getter) {
        return new GpuField<>(name, unit, JsonNode::intValue, getter);
    }

    Reading<T> of(GpuSample sample) {
        return getter.apply(sample);
    }

    /** Puts the sample's value into a line, or null and the reason beside it, unless the header has said that reason already. */
    void write(GpuSample sample, ObjectNode line, Map<String, String> absentThroughout) {
        Reading<T> reading = of(sample);
        reading.toOptional().ifPresent(value -> line.putPOJO(name, value));
        reading.absentReason()
                .filter(reason -> !reason.equals(absentThroughout.get(name)))
                .ifPresent(reason -> {
                    line.putNull(name);
                    line.withObjectProperty("absent").put(name, reason);
                });
    }

    /** The value in a line, or the reason that the line or the header gives. */
    Reading<T> read(JsonNode line, Map<String, String> absentThroughout) {
        JsonNode value = line.path(name);
        if (value.isNumber()) {
            return Reading.of(type.apply(value));
        }
        JsonNode reason = line.path("absent").path(name);
        return Reading.absent(
                reason.isTextual() ? reason.asText() : absentThroughout.getOrDefault(name, "not in this trace"));
    }
}
