package org.servedyno.probe.sim.chip;

/**
 * What the power management makes of an activity.
 *
 * <p>Power is {@code idle + busy + sm + tensor + dram}, each in proportion to its share. Where that passes the limit, the SM
 * clock falls until the power is at the limit; the power above idle goes with the third power of the clock (voltage falls
 * with frequency, and power goes with frequency times voltage squared).
 *
 * @param watts power draw
 * @param smMhz SM clock
 * @param eventReasons clock event reasons as NVML's bit mask
 */
public record PowerState(double watts, int smMhz, long eventReasons) {
    /** NVML's reason: nothing runs. */
    public static final long GPU_IDLE = 0x1;
    /** NVML's reason: the power limit binds. */
    public static final long SW_POWER_CAP = 0x4;

    /** Clocks move in steps of this size on these chips. */
    private static final int CLOCK_STEP_MHZ = 15;

    /** The state at this activity. */
    public static PowerState of(ChipModel chip, Activity activity) {
        double aboveIdleWatts = activity.busy() * chip.busyWatts()
                + activity.sm() * chip.smWatts()
                + activity.tensor() * chip.tensorWatts()
                + activity.dram() * chip.dramWatts();
        double roomWatts = chip.powerLimitWatts() - chip.idleWatts();
        int topMhz = chip.smMaxMhz();
        if (activity.idle()) {
            return new PowerState(chip.idleWatts(), chip.idleSmMhz(), GPU_IDLE);
        }
        if (aboveIdleWatts <= roomWatts) {
            return new PowerState(chip.idleWatts() + aboveIdleWatts, topMhz, 0);
        }
        double clockShare = Math.cbrt(roomWatts / aboveIdleWatts);
        int steps = (int) Math.floor(topMhz * clockShare / CLOCK_STEP_MHZ);
        return new PowerState(chip.powerLimitWatts(), steps * CLOCK_STEP_MHZ, SW_POWER_CAP);
    }
}
