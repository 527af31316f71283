package org.servedyno.results.model.gpu;

import java.util.List;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.info.EccState;
import org.servedyno.results.model.gpu.info.FabricState;
import org.servedyno.results.model.gpu.info.GpuAffinity;
import org.servedyno.results.model.gpu.info.GpuClocks;
import org.servedyno.results.model.gpu.info.GpuIdentity;
import org.servedyno.results.model.gpu.info.GpuMemory;
import org.servedyno.results.model.gpu.info.GpuModes;
import org.servedyno.results.model.gpu.info.GpuRepair;
import org.servedyno.results.model.gpu.info.GpuThermals;
import org.servedyno.results.model.gpu.info.NvLinks;
import org.servedyno.results.model.gpu.info.PcieLink;
import org.servedyno.results.model.gpu.info.PowerLimits;
import org.servedyno.results.model.gpu.info.RowRemapping;

/**
 * One GPU's identity and standing facts.
 *
 * @param index NVML's index, from 0; not stable over reboots
 * @param uuid the GPU's UUID, its name everywhere else
 * @param identity which GPU it is
 * @param memory device memory
 * @param ecc ECC and its counters
 * @param remapping rows of DRAM that were replaced
 * @param pcie the PCIe link
 * @param nvlink the NVLinks
 * @param fabric the NVLink fabric
 * @param modes how it is set
 * @param power power limits
 * @param clocks clocks
 * @param thermals temperatures
 * @param affinity where it sits in the host
 * @param repair what the driver says must be done to it
 * @param processes who is on it
 */
public record GpuInfo(
        int index,
        String uuid,
        GpuIdentity identity,
        GpuMemory memory,
        EccState ecc,
        RowRemapping remapping,
        PcieLink pcie,
        NvLinks nvlink,
        FabricState fabric,
        GpuModes modes,
        PowerLimits power,
        GpuClocks clocks,
        GpuThermals thermals,
        GpuAffinity affinity,
        GpuRepair repair,
        Reading<List<GpuProcess>> processes) {
    /** A GPU of which nothing can be read, for this reason. */
    public static GpuInfo unreadable(int index, String uuid, String reason) {
        return new GpuInfo(
                index,
                uuid,
                GpuIdentity.absent(reason),
                GpuMemory.absent(reason),
                EccState.absent(reason),
                RowRemapping.absent(reason),
                PcieLink.absent(reason),
                NvLinks.absent(reason),
                FabricState.absent(reason),
                GpuModes.absent(reason),
                PowerLimits.absent(reason),
                GpuClocks.absent(reason),
                GpuThermals.absent(reason),
                GpuAffinity.absent(reason),
                GpuRepair.absent(reason),
                Reading.absent(reason));
    }
}
