package org.servedyno.probe.nvml;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.servedyno.results.model.Reading;

/** The NUMA node of a PCI slot, as the kernel says in sysfs. */
final class NumaNodes {
    private static final Path DEVICES = Path.of("/sys/bus/pci/devices");

    private final Path devices;

    NumaNodes() {
        this(DEVICES);
    }

    NumaNodes(Path devices) {
        this.devices = devices;
    }

    /** NVML writes the PCI domain with eight digits, the kernel with four, in lower case. */
    Reading<Integer> of(String busId) {
        int domainEnd = busId.indexOf(':');
        String domain = busId.substring(0, Math.max(0, domainEnd));
        String shortDomain = domain.length() == 8 && domain.startsWith("0000") ? domain.substring(4) : domain;
        String slot = (shortDomain + busId.substring(Math.max(0, domainEnd))).toLowerCase(Locale.ROOT);
        Path file = devices.resolve(slot).resolve("numa_node");
        try {
            int node = Integer.parseInt(
                    Files.readString(file, StandardCharsets.UTF_8).strip());
            return node >= 0 ? Reading.of(node) : Reading.absent("the system names no NUMA node for " + slot);
        } catch (IOException | NumberFormatException e) {
            return Reading.absent(file + " cannot be read: " + e.getClass().getSimpleName());
        }
    }
}
