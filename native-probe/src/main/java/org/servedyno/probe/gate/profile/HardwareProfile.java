package org.servedyno.probe.gate.profile;

import java.util.Set;

/**
 * What a healthy GPU of one kind looks like. The values and their sources stand in the profile's data file.
 *
 * @param id the profile's name, for example {@code h100-sxm}
 * @param productName NVML's exact product name
 * @param pciDeviceId device and vendor, {@code device << 16 | vendor}
 * @param memoryTotalMiB total memory as NVML counts it
 * @param memoryReservedMiB what the driver keeps for itself
 * @param powerDefaultLimitWatts default power limits this product is sold with
 * @param smMaxMhz maximum SM clock
 * @param memoryMaxMhz memory clock, the same idle and loaded
 * @param pcieGeneration PCIe generation, also when idle
 * @param pcieWidth PCIe lanes
 * @param nvlinkLinks NVLink links that must be active
 * @param maxOperatingC highest temperature it is meant to run at
 * @param slowdownC temperature above which the hardware slows it down
 */
public record HardwareProfile(
        String id,
        String productName,
        long pciDeviceId,
        double memoryTotalMiB,
        double memoryReservedMiB,
        Set<Double> powerDefaultLimitWatts,
        int smMaxMhz,
        int memoryMaxMhz,
        int pcieGeneration,
        int pcieWidth,
        int nvlinkLinks,
        int maxOperatingC,
        int slowdownC) {
    public HardwareProfile {
        powerDefaultLimitWatts = Set.copyOf(powerDefaultLimitWatts);
    }
}
