package org.servedyno.probe.nvml.watch;

/** The GPM metrics that are asked for. Numbers: NVIDIA's nvml.h. */
enum GpmMetric {
    /** Share of SM cycles with work, %. */
    SM_ACTIVE(2),
    /** Share of cycles with a tensor core at work, %. */
    TENSOR_ACTIVE(5),
    /** Share of the DRAM's peak bandwidth, %. */
    DRAM_ACTIVE(10),
    /** PCIe traffic sent, MiB/s. */
    PCIE_TX(20),
    /** PCIe traffic received, MiB/s. */
    PCIE_RX(21),
    /** NVLink traffic received, MiB/s. */
    NVLINK_RX(60),
    /** NVLink traffic sent, MiB/s. */
    NVLINK_TX(61);

    private final int id;

    GpmMetric(int id) {
        this.id = id;
    }

    int id() {
        return id;
    }
}
