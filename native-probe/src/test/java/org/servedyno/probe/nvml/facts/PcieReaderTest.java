package org.servedyno.probe.nvml.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.servedyno.probe.nvml.call.Buffers;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.ScriptedCalls;
import org.servedyno.results.model.Reading;

class PcieReaderTest {
    private static Reading<Integer> numaNode(String busId) {
        NvmlDevice device = new NvmlDevice(
                new ScriptedCalls()
                        .file("/sys/bus/pci/devices/0000:3b:00.0/numa_node", "1\n")
                        .file("/sys/bus/pci/devices/0000:4c:00.0/numa_node", "-1\n")
                        .file("/sys/bus/pci/devices/10000:5d:00.0/numa_node", "3\n"),
                1,
                0);
        return PcieReader.affinity(device, Reading.of(busId)).numaNode();
    }

    @Test
    void the_numa_node_is_found_by_the_kernels_form_of_the_address() {
        assertThat(numaNode("00000000:3B:00.0")).isEqualTo(Reading.of(1));
        assertThat(numaNode("00010000:5D:00.0")).isEqualTo(Reading.of(3));
    }

    @Test
    void a_slot_without_a_numa_node_says_so() {
        assertThat(numaNode("00000000:4C:00.0"))
                .isEqualTo(Reading.absent("the system names no NUMA node for 0000:4c:00.0"));
        assertThat(numaNode("00000000:99:00.0").absentReason().orElseThrow())
                .contains("0000:99:00.0", "cannot be read");
    }

    @Test
    void the_processors_of_a_bit_set_are_written_as_ranges() {
        ByteBuffer words = Buffers.of(3 * Long.BYTES);
        words.putLong(0, 0x0000_FFFF_FFFF_FFFFL);
        words.putLong(Long.BYTES, 1L << 63 | 1L << 3);
        words.putLong(2 * Long.BYTES, 1);

        assertThat(PcieReader.ranges(words)).isEqualTo("0-47,67,127-128");
        assertThat(PcieReader.ranges(Buffers.of(Long.BYTES))).isEmpty();
    }
}
