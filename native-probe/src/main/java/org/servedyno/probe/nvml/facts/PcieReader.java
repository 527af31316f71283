package org.servedyno.probe.nvml.facts;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.servedyno.probe.nvml.call.Buffers;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.info.GpuAffinity;
import org.servedyno.results.model.gpu.info.PcieLink;

/** The PCIe link, and where in the host it ends. */
public final class PcieReader {
    private static final Path DEVICES = Path.of("/sys/bus/pci/devices");

    /** Room for 4096 processors. */
    private static final int AFFINITY_WORDS = 64;

    private static final int SCOPE_NODE = 0;

    private PcieReader() {}

    /** The link. */
    public static PcieLink link(NvmlDevice device, StandingFields fields) {
        return new PcieLink(
                device.number("nvmlDeviceGetCurrPcieLinkGeneration"),
                device.number("nvmlDeviceGetCurrPcieLinkWidth"),
                device.number("nvmlDeviceGetMaxPcieLinkGeneration"),
                device.number("nvmlDeviceGetMaxPcieLinkWidth"),
                device.number("nvmlDeviceGetPcieReplayCounter").map(Integer::toUnsignedLong),
                fields.pcieFatalErrors(),
                fields.pcieNonFatalErrors());
    }

    /** Where the slot with this PCI address is. */
    public static GpuAffinity affinity(NvmlDevice device, Reading<String> busId) {
        return new GpuAffinity(
                busId.toOptional()
                        .map(id -> numaNode(device, id))
                        .orElseGet(() -> Reading.absent(busId.absentReason().orElse("not read"))),
                cpus(device));
    }

    private static Reading<Integer> numaNode(NvmlDevice device, String busId) {
        String slot = PciAddress.slot(busId);
        Reading<String> text =
                device.calls().file(DEVICES.resolve(slot).resolve("numa_node")).map(String::strip);
        if (text.toOptional().filter(number -> number.matches("\\d{1,6}")).isPresent()) {
            return text.map(Integer::valueOf);
        }
        return text.toOptional().isPresent()
                ? Reading.absent("the system names no NUMA node for " + slot)
                : text.map(Integer::valueOf);
    }

    private static Reading<String> cpus(NvmlDevice device) {
        String symbol = "nvmlDeviceGetCpuAffinityWithinScope";
        ByteBuffer words = Buffers.of(AFFINITY_WORDS * Long.BYTES);
        NvmlReturn result = device.call(symbol, AFFINITY_WORDS, words, SCOPE_NODE);
        if (!result.ok()) {
            return result.absent(symbol);
        }
        String ranges = ranges(words);
        return ranges.isEmpty() ? Reading.absent("no processor from " + symbol) : Reading.of(ranges);
    }

    /** The processors of a bit set as {@code taskset} writes them, for example {@code 0-47,96-143}. */
    static String ranges(ByteBuffer words) {
        List<String> ranges = new ArrayList<>();
        int start = -1;
        int cpus = words.capacity() * Byte.SIZE;
        for (int cpu = 0; cpu <= cpus; cpu++) {
            boolean near = cpu < cpus && (words.getLong(cpu / Long.SIZE * Long.BYTES) >>> cpu % Long.SIZE & 1) != 0;
            if (near && start < 0) {
                start = cpu;
            } else if (!near && start >= 0) {
                ranges.add(start == cpu - 1 ? String.valueOf(start) : start + "-" + (cpu - 1));
                start = -1;
            }
        }
        return String.join(",", ranges);
    }
}
