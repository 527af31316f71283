package org.servedyno.probe.nvml.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.ScriptedCalls;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.info.GpuMemory;

class MemoryReaderTest {
    private static final long MIB = 1024 * 1024;

    private static GpuMemory memory(long totalMib, long reservedMib, long freeMib, long usedMib) {
        ScriptedCalls calls = new ScriptedCalls().answer("nvmlDeviceGetMemoryInfo_v2", arguments -> {
            ByteBuffer memory = ScriptedCalls.buffer(arguments, 1);
            memory.putLong(8, totalMib * MIB)
                    .putLong(16, reservedMib * MIB)
                    .putLong(24, freeMib * MIB)
                    .putLong(32, usedMib * MIB);
            return 0;
        });
        return new MemoryReader(new NvmlDevice(calls, 1, 0)).read();
    }

    @Test
    void parts_that_add_up_are_read() {
        GpuMemory memory = memory(81559, 328, 81229, 2);

        assertThat(memory.totalMiB()).isEqualTo(Reading.of(81559.0));
        assertThat(memory.reservedMiB()).isEqualTo(Reading.of(328.0));
        assertThat(memory.freeMiB()).isEqualTo(Reading.of(81229.0));
        assertThat(memory.usedMiB()).isEqualTo(Reading.of(2.0));
    }

    @Test
    void parts_that_do_not_add_up_are_absent_and_not_a_zero() {
        GpuMemory memory = memory(40960, 0, 0, 0);

        assertThat(memory.totalMiB()).isEqualTo(Reading.of(40960.0));
        assertThat(memory.usedMiB())
                .isEqualTo(Reading.absent("reserved, used and free are 0 MiB together and not the total of 40960 MiB in"
                        + " nvmlDeviceGetMemoryInfo_v2"));
        assertThat(memory.freeMiB().absentReason()).isPresent();
        assertThat(memory.reservedMiB().absentReason()).isPresent();
    }
}
