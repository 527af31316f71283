package org.servedyno.results.model.gpu;

import java.util.List;
import org.servedyno.results.model.Reading;

/**
 * One GPU's identity and standing facts.
 *
 * @param index NVML's index, from 0; not stable over reboots
 * @param uuid the GPU's UUID, its name everywhere else
 * @param name the product's name, for example {@code NVIDIA H100 80GB HBM3}
 * @param pciBusId PCI address in NVML's form, for example {@code 00000000:19:00.0}
 * @param pciDeviceId device and vendor, {@code device << 16 | vendor}
 * @param memoryTotalMiB total memory
 * @param memoryUsedMiB used memory without the driver's own reserve
 * @param powerLimitWatts enforced power limit
 * @param powerDefaultLimitWatts default power limit
 * @param smMaxMhz maximum SM clock
 * @param memoryMaxMhz maximum memory clock
 * @param temperatureC temperature now
 * @param eccEnabled whether ECC is on
 * @param migEnabled whether MIG is on
 * @param persistence whether persistence mode is on
 * @param pcieGeneration current PCIe generation
 * @param pcieWidth current PCIe width, lanes
 * @param nvlinkActiveLinks active NVLink links
 * @param numaNode NUMA node of its PCI slot
 * @param vbios VBIOS version
 * @param processes compute processes on it; pids are host pids
 */
public record GpuInfo(
        int index,
        String uuid,
        Reading<String> name,
        Reading<String> pciBusId,
        Reading<Long> pciDeviceId,
        Reading<Double> memoryTotalMiB,
        Reading<Double> memoryUsedMiB,
        Reading<Double> powerLimitWatts,
        Reading<Double> powerDefaultLimitWatts,
        Reading<Integer> smMaxMhz,
        Reading<Integer> memoryMaxMhz,
        Reading<Integer> temperatureC,
        Reading<Boolean> eccEnabled,
        Reading<Boolean> migEnabled,
        Reading<Boolean> persistence,
        Reading<Integer> pcieGeneration,
        Reading<Integer> pcieWidth,
        Reading<Integer> nvlinkActiveLinks,
        Reading<Integer> numaNode,
        Reading<String> vbios,
        Reading<List<Long>> processes) {}
