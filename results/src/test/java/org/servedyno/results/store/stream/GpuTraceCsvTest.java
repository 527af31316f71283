package org.servedyno.results.store.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuSample;

class GpuTraceCsvTest {
    private static final GpuTraceHeader HEADER = new GpuTraceHeader(
            false,
            "nvml /usr/lib/libnvidia-ml.so.1",
            Reading.of("550.54.15"),
            100,
            List.of(new GpuTraceHeader.Gpu(3, "GPU-\"a\",b", Reading.absent("not asked"), Reading.absent("not asked"))),
            new ClockAnchor(Instant.parse("2026-12-01T01:02:03Z"), 1_000, 5),
            Map.of());

    @Test
    void columns_name_their_units_and_come_in_the_stated_order() {
        assertThat(GpuTraceCsv.columns())
                .containsExactly(
                        "wallTime",
                        "seconds",
                        "gpu",
                        "uuid",
                        "utilizationPercent",
                        "memoryUtilizationPercent",
                        "memoryUsedMiB",
                        "powerWatts",
                        "energyJoules",
                        "temperatureC",
                        "memoryTemperatureC",
                        "smMhz",
                        "memoryMhz",
                        "eventReasonsBits",
                        "smActivePercent",
                        "tensorActivePercent",
                        "dramActivePercent",
                        "pcieTxMiBps",
                        "pcieRxMiBps",
                        "nvlinkTxMiBps",
                        "nvlinkRxMiBps",
                        "swThermalSlowdownNs",
                        "hwThermalSlowdownNs",
                        "powerBrakeNs",
                        "lateNs");
    }

    @Test
    void a_sample_is_a_line_with_empty_cells_for_what_is_absent() {
        StringBuilder out = new StringBuilder();
        GpuTraceCsv csv = new GpuTraceCsv(out);
        csv.header(HEADER);
        csv.sample(GpuSample.of(1_500_001_000L, 3, "not asked")
                .utilizationPercent(Reading.of(98.5))
                .energyJoules(Reading.of(12_345_678.901))
                .smMhz(Reading.of(1980))
                .eventReasons(Reading.of(0L))
                .lateNs(42)
                .build());

        assertThat(out.toString())
                .isEqualTo(
                        String.join(",", GpuTraceCsv.columns()) + "\r\n"
                                + "2026-12-01T01:02:04.500Z,1.500000,3,\"GPU-\"\"a\"\",b\",98.5,,,,12345678.901,,,1980,,0,,,,,,,,,,,42\r\n");
    }
}
