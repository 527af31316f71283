package org.servedyno.probe.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.servedyno.probe.ProbeReport;
import org.servedyno.probe.gate.GateContext;
import org.servedyno.probe.gate.preflight.PreflightGates;
import org.servedyno.probe.nvml.NvmlProbe;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.store.GateReport;

/** Whatever a library answers, the probe ends with an inventory, gates, a page and a document, and not with an exception. */
class GarbledLibraryTest {
    @TempDir
    private Path folder;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 100);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void nothing_that_a_library_answers_ends_the_probe(long seed) throws Exception {
        try (NvmlProbe probe = NvmlProbe.over(new GarbledCalls(seed))) {
            probe.events();
            GpuInventory inventory = probe.inventory();
            probe.sample();
            List<GpuSample> samples = probe.sample();
            Problems problems = new Problems();
            RecordWalk walk = new RecordWalk(problems);
            walk.look("inventory", inventory);
            walk.look("samples", samples);
            walk.look("occupants", probe.occupants());
            walk.look("events", probe.events());
            List<GateResult> gates = PreflightGates.evaluate(inventory, GateContext.nothingExpected(samples));
            GateReport report = new GateReport(false, Reading.of(inventory), gates);
            report.write(folder.resolve("gates.json"));

            assertThat(problems.all()).isEmpty();
            assertThat(inventory.gpus()).hasSize(3);
            assertThat(GateReport.read(folder.resolve("gates.json"))).isEqualTo(report);
            assertThat(new ProbeReport(inventory, Reading.absent("not asked"), gates).text())
                    .contains("Gate");
        }
    }
}
