package org.servedyno.probe.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** NVML's clock event reasons. Bits this build does not know are carried as numbers. */
public final class EventReasons {
    /** Hardware slowdown, which may also show for one sample when the performance state changes. */
    public static final long HW_SLOWDOWN = 0x8;

    /** Hardware slowdown and its causes, and the driver's own thermal slowdown. */
    public static final long SLOWDOWN = 0x8 | 0x20 | 0x40 | 0x80;

    /** Idle, and the power limit at work: neither is a fault. */
    public static final long NORMAL = 0x1 | 0x4;

    private static final String[] NAMES = {
        "GpuIdle",
        "ApplicationsClocksSetting",
        "SwPowerCap",
        "HwSlowdown",
        "SyncBoost",
        "SwThermalSlowdown",
        "HwThermalSlowdown",
        "HwPowerBrakeSlowdown",
        "DisplayClockSetting"
    };

    private EventReasons() {}

    /** The bits by name, for example {@code HwSlowdown, SwThermalSlowdown}; {@code none} for 0. */
    public static String describe(long reasons) {
        List<String> parts = new ArrayList<>();
        for (int bit = 0; bit < Long.SIZE; bit++) {
            if ((reasons >>> bit & 1) != 0) {
                parts.add(bit < NAMES.length ? NAMES[bit] : String.format(Locale.ROOT, "0x%x", 1L << bit));
            }
        }
        return parts.isEmpty() ? "none" : String.join(", ", parts);
    }
}
