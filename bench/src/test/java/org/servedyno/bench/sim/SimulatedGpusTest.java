package org.servedyno.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.sim.SimulatedNodeState;
import org.servedyno.results.model.gpu.GpuSample;

/** What the engine does is seen by a probe of the simulated node. */
class SimulatedGpusTest {
    @TempDir
    Path folder;

    private SimulatedEngineOptions options(Path state, List<Integer> gpus) {
        return SimulatedEngineOptions.builder()
                .model("Qwen/Qwen3-14B")
                .gpuState(state)
                .gpus(gpus)
                .tensorParallel(gpus.size())
                .build();
    }

    @Test
    void a_probe_sees_the_engines_memory_and_its_work() throws Exception {
        Path state = folder.resolve("node");
        SimulatedNodeState.create(state, 2).close();
        try (GpuProbe probe = GpuProbes.open(new ProbeSource.Simulated("h100-sxm", 2, Optional.of(state)));
                SimulatedEngine engine = TestEngines.start(options(state, List.of(1)))) {
            probe.sample();
            new EngineClient(engine)
                    .post("/v1/completions", "{\"prompt\":\"x\",\"max_tokens\":60,\"ignore_eos\":true}");
            TimeUnit.MILLISECONDS.sleep(150);
            List<GpuSample> samples = probe.sample();

            assertThat(memoryMiB(samples.get(1))).isBetween(65_000.0, 78_000.0);
            assertThat(memoryMiB(samples.get(0))).isLessThan(2_000);
            assertThat(utilizationPercent(samples.get(1))).isPositive();
            assertThat(utilizationPercent(samples.get(0))).isZero();
        }
    }

    private static double memoryMiB(GpuSample sample) {
        return sample.memoryUsedMiB().toOptional().orElseThrow();
    }

    private static double utilizationPercent(GpuSample sample) {
        return sample.utilizationPercent().toOptional().orElseThrow();
    }

    @Test
    void a_gpu_has_one_engine_and_is_free_once_that_has_closed() throws Exception {
        Path state = folder.resolve("node");
        try (SimulatedEngine first = TestEngines.start(options(state, List.of(0)))) {
            assertThat(first.port()).isPositive();
            assertThatThrownBy(() -> TestEngines.start(options(state, List.of(0))))
                    .isInstanceOf(EngineStartException.class)
                    .hasMessageContaining("simulated GPU 0 is taken by process");
        }
        TestEngines.start(options(state, List.of(0))).close();
    }

    @Test
    void as_many_gpus_are_named_as_the_model_is_spread_over() {
        SimulatedEngineOptions options = SimulatedEngineOptions.builder()
                .gpuState(folder.resolve("node"))
                .gpus(List.of(0, 1))
                .build();

        assertThatThrownBy(() -> TestEngines.start(options))
                .isInstanceOf(InvalidOptionsException.class)
                .hasMessageContaining("as many GPUs (2)");
    }
}
