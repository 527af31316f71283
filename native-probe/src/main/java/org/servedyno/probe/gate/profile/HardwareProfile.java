package org.servedyno.probe.gate.profile;

import java.util.Set;
import org.servedyno.results.model.Reading;

/**
 * What a healthy GPU of one kind looks like. The values and their sources stand in the profile's data file; what nobody has
 * published is absent.
 *
 * @param id the profile's name, for example {@code h100-sxm}
 * @param productName NVML's exact product name
 * @param pciDeviceId device and vendor, {@code device << 16 | vendor}
 * @param pciSubsystemIds boards this product is sold on, in the same form
 * @param architecture NVML's number of the architecture: 7 Ampere, 9 Hopper, 10 Blackwell
 * @param cores CUDA cores
 * @param multiprocessors streaming multiprocessors
 * @param memory device memory
 * @param powerDefaultWatts default power limits this product is sold with
 * @param clocks highest clocks
 * @param pcie the PCIe link
 * @param nvlink the NVLinks
 * @param thermals temperatures
 * @param least what copies must reach
 */
public record HardwareProfile(
        String id,
        String productName,
        long pciDeviceId,
        Reading<Set<Long>> pciSubsystemIds,
        Reading<Integer> architecture,
        Reading<Integer> cores,
        Reading<Integer> multiprocessors,
        Memory memory,
        Reading<Set<Double>> powerDefaultWatts,
        Clocks clocks,
        Pcie pcie,
        NvLink nvlink,
        Thermals thermals,
        LeastSpeeds least) {
    /**
     * Device memory.
     *
     * @param totalMiB all of it as NVML counts it
     * @param reservedMiB what the driver keeps for itself
     * @param busBits width of the memory bus
     */
    public record Memory(Reading<Double> totalMiB, Reading<Double> reservedMiB, Reading<Integer> busBits) {}

    /**
     * Highest clocks.
     *
     * @param smMaxMhz SM clock
     * @param memoryMaxMhz memory clock, the same idle and loaded
     */
    public record Clocks(Reading<Integer> smMaxMhz, Reading<Integer> memoryMaxMhz) {}

    /**
     * The PCIe link, also when idle.
     *
     * @param generation PCIe generation
     * @param width lanes
     */
    public record Pcie(Reading<Integer> generation, Reading<Integer> width) {}

    /**
     * The NVLinks.
     *
     * @param links how many must be active
     * @param version NVML's number of their version; 6 stands for NVLink 4.0
     * @param leastMBps lowest speed of one link in each direction
     * @param switchedGpus GPUs of the board on which NVSwitches join them; smaller boards join them directly
     * @param fabric whether GPUs behind NVSwitches register with a fabric manager that NVML can be asked about
     */
    public record NvLink(
            Reading<Integer> links,
            Reading<Integer> version,
            Reading<Integer> leastMBps,
            Reading<Integer> switchedGpus,
            Reading<Boolean> fabric) {}

    /**
     * Temperatures.
     *
     * @param maxOperatingC highest one the GPU is meant to run at
     * @param slowdownC the one above which the hardware slows it down
     * @param memoryMaxC highest one the memory is meant to run at
     */
    public record Thermals(Reading<Integer> maxOperatingC, Reading<Integer> slowdownC, Reading<Integer> memoryMaxC) {}

    /**
     * What copies must reach; 1 GB is 10^9 bytes.
     *
     * @param hostGBps to and from pinned host memory
     * @param peerGBps one way between two GPUs
     * @param deviceGBps within device memory, each byte counted as read and as written
     */
    public record LeastSpeeds(Reading<Double> hostGBps, Reading<Double> peerGBps, Reading<Double> deviceGBps) {}
}
