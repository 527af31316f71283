package org.servedyno.probe.gate;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** All gates on GPUs by name, in the order a page shows them. */
public enum GateCatalogue {
    LIB_1(Group.SOFTWARE, "NVML"),
    LIB_2(Group.SOFTWARE, "Driver"),
    LIB_3(Group.SOFTWARE, "CUDA"),
    ENV_1(Group.SOFTWARE, "Environment"),
    INV_1(Group.IDENTITY, "GPUs shown"),
    INV_2(Group.IDENTITY, "Product"),
    INV_3(Group.IDENTITY, "Size"),
    INV_4(Group.IDENTITY, "Firmware"),
    INV_5(Group.IDENTITY, "GPUs for the plan"),
    MODE_1(Group.SETTINGS, "MIG"),
    MODE_2(Group.SETTINGS, "Persistence"),
    MODE_3(Group.SETTINGS, "Compute mode"),
    MODE_4(Group.SETTINGS, "ECC"),
    MODE_5(Group.SETTINGS, "Virtualization"),
    PWR_1(Group.SETTINGS, "Power limit"),
    CLK_1(Group.SETTINGS, "Clock limits"),
    MEM_1(Group.MEMORY, "Uncorrected errors"),
    MEM_2(Group.MEMORY, "Corrected errors"),
    MEM_3(Group.MEMORY, "Rows pending"),
    MEM_4(Group.MEMORY, "Rows replaced"),
    MEM_5(Group.MEMORY, "Spare rows"),
    MEM_6(Group.MEMORY, "SRAM wear"),
    NVL_1(Group.LINKS, "NVLinks up"),
    NVL_2(Group.LINKS, "NVLink speed"),
    NVL_3(Group.LINKS, "NVLink peers"),
    NVL_4(Group.LINKS, "NVSwitches"),
    NVL_5(Group.LINKS, "NVLink errors"),
    FAB_1(Group.LINKS, "Fabric"),
    FAB_2(Group.LINKS, "Fabric health"),
    PCIE_1(Group.LINKS, "PCIe link"),
    PCIE_2(Group.LINKS, "PCIe errors"),
    MEM_7(Group.STATE, "Memory in use"),
    PROC_1(Group.STATE, "Processes"),
    THR_1(Group.STATE, "Slowdown"),
    THR_2(Group.STATE, "Clocks held back"),
    TMP_1(Group.STATE, "Temperature"),
    RAS_1(Group.STATE, "Recovery"),
    RAS_2(Group.STATE, "Inforom"),
    PERF_1(Group.STATE, "Copy speed"),
    TRC_1(Group.TRIAL, "Trace"),
    TRC_2(Group.TRIAL, "Trace whole"),
    CLK_2(Group.TRIAL, "Memory clock"),
    CLK_3(Group.TRIAL, "SM clock"),
    RAS_3(Group.TRIAL, "Xid"),
    RAS_4(Group.TRIAL, "GPU answers");

    /** What gates of a kind look at. */
    public enum Group {
        SOFTWARE("Software"),
        IDENTITY("Identity"),
        SETTINGS("Settings"),
        MEMORY("Memory"),
        LINKS("Links"),
        STATE("State"),
        TRIAL("During a trial");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        /** Its name on a page. */
        public String title() {
            return title;
        }
    }

    private final Group group;
    private final String title;

    GateCatalogue(Group group, String title) {
        this.group = group;
        this.title = title;
    }

    /** The gate's id, for example {@code MEM-7}. */
    public String id() {
        return name().replace('_', '-');
    }

    /** What it looks at, in at most 18 characters. */
    public String title() {
        return title;
    }

    /** The kind it belongs to. */
    public Group group() {
        return group;
    }

    /** All gates of a kind. */
    public static List<GateCatalogue> of(Group group) {
        return Arrays.stream(values()).filter(gate -> gate.group == group).toList();
    }

    /** The gate of that id. */
    public static Optional<GateCatalogue> find(String id) {
        return Arrays.stream(values()).filter(gate -> gate.id().equals(id)).findFirst();
    }
}
