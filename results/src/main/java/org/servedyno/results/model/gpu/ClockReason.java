package org.servedyno.results.model.gpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Why a GPU's clocks are where they are: NVML's clock event reasons. Bits this build does not know are carried as numbers. */
public enum ClockReason {
    GPU_IDLE(0x1, "GpuIdle"),
    APPLICATIONS_CLOCKS_SETTING(0x2, "ApplicationsClocksSetting"),
    SW_POWER_CAP(0x4, "SwPowerCap"),
    HW_SLOWDOWN(0x8, "HwSlowdown"),
    SYNC_BOOST(0x10, "SyncBoost"),
    SW_THERMAL_SLOWDOWN(0x20, "SwThermalSlowdown"),
    HW_THERMAL_SLOWDOWN(0x40, "HwThermalSlowdown"),
    HW_POWER_BRAKE_SLOWDOWN(0x80, "HwPowerBrakeSlowdown"),
    DISPLAY_CLOCK_SETTING(0x100, "DisplayClockSetting");

    private final long bit;
    private final String label;

    ClockReason(long bit, String label) {
        this.bit = bit;
        this.label = label;
    }

    /** Its bit in NVML's mask. */
    public long bit() {
        return bit;
    }

    /** The set bits by name, lowest first, for example {@code HwSlowdown}; an unknown one as {@code 0x400}. */
    public static List<String> names(long mask) {
        List<String> names = new ArrayList<>();
        for (int place = 0; place < Long.SIZE; place++) {
            long one = mask & 1L << place;
            if (one != 0) {
                names.add(Arrays.stream(values())
                        .filter(reason -> reason.bit == one)
                        .map(reason -> reason.label)
                        .findFirst()
                        .orElseGet(() -> String.format(Locale.ROOT, "0x%x", one)));
            }
        }
        return names;
    }
}
