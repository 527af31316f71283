package org.servedyno.probe.nvml.call;

/**
 * The field ids that are asked for; no others ever are. Ids 199 and 200 have meant different things in different drivers, so they
 * are not among them. Numbers and the driver branch that brought each: NVIDIA's nvml.h.
 */
public enum NvmlField {
    /** Temperature of the device memory, °C. */
    MEMORY_TEMPERATURE(82, 450),
    /** How many NVLinks the chip has. */
    LINK_COUNT(91, 450),
    /** Data sent over NVLink, KiB since the driver was loaded. */
    NVLINK_TX_KIB(138, 450),
    /** Data received over NVLink, KiB since the driver was loaded. */
    NVLINK_RX_KIB(139, 450),
    /** Packets a link has sent again. */
    LINK_REPLAYS(161, 450),
    /** Times a link was trained again. */
    LINK_RECOVERIES(162, 450),
    /** Errors that a link's checksums found. */
    LINK_CRC_ERRORS(163, 450),
    /** Speed of a link, MB/s each way. */
    LINK_SPEED_MBPS(164, 520),
    /** PCIe errors that are not fatal. */
    PCIE_NON_FATAL_ERRORS(179, 535),
    /** Fatal PCIe errors. */
    PCIE_FATAL_ERRORS(180, 535),
    /** Margin at which the chip shuts down, °C, signed. */
    SHUTDOWN_OFFSET(193, 535),
    /** Margin at which the chip slows down, °C, signed. */
    SLOWDOWN_OFFSET(194, 535),
    /** Bytes sent over PCIe, a counter that wraps. */
    PCIE_TX_BYTES(197, 555),
    /** Bytes received over PCIe, a counter that wraps. */
    PCIE_RX_BYTES(198, 555),
    /** What the driver says must be done to the GPU. */
    RECOVERY_ACTION(230, 570),
    /** Time slowed down by the driver for heat, ns. */
    SW_THERMAL_SLOWDOWN_NS(269, 575),
    /** Time slowed down by the hardware for heat, ns. */
    HW_THERMAL_SLOWDOWN_NS(270, 575),
    /** Time slowed down by the power brake, ns. */
    POWER_BRAKE_NS(271, 575);

    private final int id;
    private final int sinceDriverBranch;

    NvmlField(int id, int sinceDriverBranch) {
        this.id = id;
        this.sinceDriverBranch = sinceDriverBranch;
    }

    /** NVML's number for it. */
    public int id() {
        return id;
    }

    /** The driver branch that brought it; earlier ones answer that they do not support it. */
    public int sinceDriverBranch() {
        return sinceDriverBranch;
    }
}
