package org.servedyno.probe.gate;

import java.util.List;
import org.servedyno.results.model.gpu.ClockReason;

/** NVML's clock event reasons. Bits this build does not know are carried as numbers. */
public final class EventReasons {
    /** Hardware slowdown, which may also show for one sample when the performance state changes. */
    public static final long HW_SLOWDOWN = 0x8;

    /** Hardware slowdown and its causes, and the driver's own thermal slowdown. */
    public static final long SLOWDOWN = 0x8 | 0x20 | 0x40 | 0x80;

    /** Idle, and the power limit at work: neither is a fault. */
    public static final long NORMAL = 0x1 | 0x4;

    private EventReasons() {}

    /** The bits by name, for example {@code HwSlowdown, SwThermalSlowdown}; {@code none} for 0. */
    public static String describe(long reasons) {
        List<String> names = ClockReason.names(reasons);
        return names.isEmpty() ? "none" : String.join(", ", names);
    }
}
