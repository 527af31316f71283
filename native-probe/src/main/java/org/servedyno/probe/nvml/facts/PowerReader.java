package org.servedyno.probe.nvml.facts;

import java.nio.ByteBuffer;
import org.servedyno.probe.nvml.call.Buffers;
import org.servedyno.probe.nvml.call.InOut;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.info.GpuClocks;
import org.servedyno.results.model.gpu.info.GpuThermals;
import org.servedyno.results.model.gpu.info.PowerLimits;

/** Power limits, clocks and temperatures. */
public final class PowerReader {
    private static final int CLOCK_GRAPHICS = 0;
    private static final int CLOCK_SM = 1;
    private static final int CLOCK_MEMORY = 2;
    private static final int CLOCK_VIDEO = 3;
    private static final int P_STATE_UNKNOWN = 32;
    private static final int THRESHOLD_SHUTDOWN = 0;
    private static final int THRESHOLD_SLOWDOWN = 1;
    private static final int SENSOR_GPU = 0;

    /** {@code nvmlTemperature_v1_t}. */
    private static final int TEMPERATURE_V1 = 0x0100000C;

    private static final int TEMPERATURE_BYTES = 12;
    private static final int TEMPERATURE_AT = 8;

    /** {@code nvmlMarginTemperature_v1_t}. */
    private static final int MARGIN_V1 = 0x01000008;

    private static final int MARGIN_BYTES = 8;
    private static final int MARGIN_AT = 4;
    private static final double MILLI = 1000;

    private PowerReader() {}

    /** The power limits. */
    public static PowerLimits limits(NvmlDevice device) {
        NvmlDevice.Two range = device.two("nvmlDeviceGetPowerManagementLimitConstraints");
        return new PowerLimits(
                device.watts("nvmlDeviceGetEnforcedPowerLimit"),
                device.watts("nvmlDeviceGetPowerManagementLimit"),
                device.watts("nvmlDeviceGetPowerManagementDefaultLimit"),
                range.first().map(PowerReader::watts),
                range.second().map(PowerReader::watts));
    }

    private static double watts(int milliwatts) {
        return Integer.toUnsignedLong(milliwatts) / MILLI;
    }

    /** The clocks. */
    public static GpuClocks clocks(NvmlDevice device) {
        String max = "nvmlDeviceGetMaxClockInfo";
        Reading<Integer> state = device.number("nvmlDeviceGetPerformanceState");
        return new GpuClocks(
                device.number(max, CLOCK_SM),
                device.number(max, CLOCK_MEMORY),
                device.number(max, CLOCK_GRAPHICS),
                device.number(max, CLOCK_VIDEO),
                smMhz(device),
                memoryMhz(device),
                eventReasons(device),
                state.toOptional().filter(number -> number == P_STATE_UNKNOWN).isPresent()
                        ? Reading.absent("the driver does not know the P-state")
                        : state);
    }

    /** The SM clock now, MHz. */
    public static Reading<Integer> smMhz(NvmlDevice device) {
        return device.number("nvmlDeviceGetClockInfo", CLOCK_SM);
    }

    /** The memory clock now, MHz. */
    public static Reading<Integer> memoryMhz(NvmlDevice device) {
        return device.number("nvmlDeviceGetClockInfo", CLOCK_MEMORY);
    }

    /** The clock event reasons under their present name, else under the one before driver 535. */
    public static Reading<Long> eventReasons(NvmlDevice device) {
        return NvmlDevice.firstOf(
                device.wideNumber("nvmlDeviceGetCurrentClocksEventReasons"),
                () -> device.wideNumber("nvmlDeviceGetCurrentClocksThrottleReasons"));
    }

    /**
     * The temperatures.
     *
     * @param fields {@code MEMORY_TEMPERATURE}, {@code SLOWDOWN_OFFSET} and {@code SHUTDOWN_OFFSET} as they were read
     */
    public static GpuThermals thermals(NvmlDevice device, StandingFields fields) {
        String threshold = "nvmlDeviceGetTemperatureThreshold";
        return new GpuThermals(
                temperatureC(device),
                fields.memoryTemperatureC(),
                marginC(device),
                fields.slowdownOffsetC(),
                fields.shutdownOffsetC(),
                device.number(threshold, THRESHOLD_SLOWDOWN),
                device.number(threshold, THRESHOLD_SHUTDOWN));
    }

    /** The temperature by the call every driver has had, else by the one that follows it. */
    public static Reading<Integer> temperatureC(NvmlDevice device) {
        return NvmlDevice.firstOf(
                device.number("nvmlDeviceGetTemperature", SENSOR_GPU),
                () -> versioned(
                        device, "nvmlDeviceGetTemperatureV", TEMPERATURE_BYTES, TEMPERATURE_V1, TEMPERATURE_AT));
    }

    private static Reading<Integer> marginC(NvmlDevice device) {
        return versioned(device, "nvmlDeviceGetMarginTemperature", MARGIN_BYTES, MARGIN_V1, MARGIN_AT);
    }

    private static Reading<Integer> versioned(NvmlDevice device, String symbol, int bytes, int version, int valueAt) {
        ByteBuffer struct = Buffers.of(bytes);
        struct.putInt(0, version);
        NvmlReturn result = device.call(symbol, InOut.of(struct));
        return result.ok() ? Reading.of(struct.getInt(valueAt)) : result.absent(symbol);
    }
}
