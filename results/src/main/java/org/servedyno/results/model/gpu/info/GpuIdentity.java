package org.servedyno.results.model.gpu.info;

import org.servedyno.results.model.Reading;

/**
 * Which GPU it is.
 *
 * @param name the product's name, for example {@code NVIDIA H100 80GB HBM3}
 * @param pciBusId PCI address in NVML's form, for example {@code 00000000:19:00.0}
 * @param pciDeviceId device and vendor, {@code device << 16 | vendor}
 * @param pciSubsystemId subsystem and its vendor, in the same form
 * @param serial the board's serial number
 * @param boardPartNumber the board's part number
 * @param vbios VBIOS version
 * @param inforomImage version of the board's inforom image
 * @param minorNumber the number in {@code /dev/nvidiaN}
 * @param moduleId slot on the baseboard; 0 for boards without one
 * @param architecture NVML's number of the architecture: 7 Ampere, 9 Hopper, 10 Blackwell
 * @param computeCapability CUDA compute capability, for example {@code 9.0}
 * @param cores CUDA cores
 */
public record GpuIdentity(
        Reading<String> name,
        Reading<String> pciBusId,
        Reading<Long> pciDeviceId,
        Reading<Long> pciSubsystemId,
        Reading<String> serial,
        Reading<String> boardPartNumber,
        Reading<String> vbios,
        Reading<String> inforomImage,
        Reading<Integer> minorNumber,
        Reading<Integer> moduleId,
        Reading<Integer> architecture,
        Reading<String> computeCapability,
        Reading<Integer> cores) {
    /** Nothing could be read, for this reason. */
    public static GpuIdentity absent(String reason) {
        return new GpuIdentity(
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason));
    }
}
