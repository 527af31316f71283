package org.servedyno.probe.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.servedyno.probe.nvml.call.ScriptedCalls;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuSample;

/** Two GPUs, of which the second is lost while it is read; calls that name both say so too. */
class LostGpuTest {
    private static final int GPU_IS_LOST = 15;
    private static final String REASON = "NVML_ERROR_GPU_IS_LOST from nvmlDeviceGetMemoryInfo_v2";

    private static NvmlProbe open() throws Exception {
        return NvmlProbe.over(new ScriptedCalls()
                .code("nvmlInit_v2", 0)
                .code("nvmlShutdown", 0)
                .answer("nvmlDeviceGetCount_v2", arguments -> number(arguments, 0, 2))
                .answer("nvmlDeviceGetHandleByIndex_v2", arguments -> {
                    ScriptedCalls.buffer(arguments, 1).putLong(0, 100 + (Integer) arguments[0]);
                    return 0;
                })
                .answer("nvmlDeviceGetUUID", arguments -> text(arguments, "GPU-" + arguments[0]))
                .answer("nvmlDeviceGetName", arguments -> text(arguments, "NVIDIA H100 80GB HBM3"))
                .answer("nvmlDeviceGetMemoryInfo_v2", arguments -> second(arguments) ? GPU_IS_LOST : 0)
                .answer("nvmlDeviceGetPowerUsage", arguments -> number(arguments, 1, 72_000))
                .code("nvmlDeviceGetP2PStatus", GPU_IS_LOST)
                .code("nvmlDeviceGetTopologyCommonAncestor", GPU_IS_LOST));
    }

    private static boolean second(Object[] arguments) {
        return (Long) arguments[0] == 101;
    }

    private static int number(Object[] arguments, int place, int number) {
        ScriptedCalls.buffer(arguments, place).putInt(0, number);
        return 0;
    }

    private static int text(Object[] arguments, String text) {
        ByteBuffer out = ScriptedCalls.buffer(arguments, 1);
        out.put(0, text.getBytes(StandardCharsets.UTF_8));
        return 0;
    }

    @Test
    void nothing_that_was_read_of_a_gpu_before_it_was_lost_is_shown() throws Exception {
        try (NvmlProbe probe = open()) {
            GpuInfo lost = probe.inventory().gpus().get(1);

            assertThat(lost.uuid()).isEqualTo("GPU-101");
            assertThat(lost.identity().name()).isEqualTo(Reading.absent(REASON));
            assertThat(lost.modes().mig()).isEqualTo(Reading.absent(REASON));
        }
    }

    @Test
    void t36_a_call_that_names_a_lost_gpu_too_does_not_lose_the_other() throws Exception {
        try (NvmlProbe probe = open()) {
            GpuInventory inventory = probe.inventory();
            List<GpuSample> samples = probe.sample();
            List<GpuEvent> events = probe.events();

            assertThat(inventory.gpus().get(0).identity().name()).isEqualTo(Reading.of("NVIDIA H100 80GB HBM3"));
            assertThat(inventory
                            .topology()
                            .map(topology -> topology.p2p().get(0).get(1)))
                    .isEqualTo(Reading.of(Reading.absent("GPU 1 cannot be read")));
            assertThat(samples)
                    .singleElement()
                    .satisfies(sample -> assertThat(sample.powerWatts()).isEqualTo(Reading.of(72.0)));
            assertThat(events)
                    .filteredOn(event -> event.kind() == GpuEvent.Kind.LOST)
                    .singleElement()
                    .satisfies(event -> assertThat(event.gpu()).hasValue(1));
        }
    }
}
