package org.servedyno.probe.nvml;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import org.servedyno.results.model.Reading;

/**
 * One device handle: calls with caller-owned buffers, read at the offsets of NVML's structs. Used by one thread at a time.
 */
final class NvmlDevice {
    /** {@code nvmlMemory_v2_t}: its size, with version 2 in the top byte. */
    private static final int MEMORY_V2 = 0x02000028;

    private static final int MEMORY_V2_BYTES = 40;
    private static final int PCI_INFO_BYTES = 68;
    private static final double MIB = 1024 * 1024;
    private static final double MILLI = 1000;

    private final NvmlLibrary library;
    private final Pointer handle;
    private final int index;
    private final Memory scratch = new Memory(PCI_INFO_BYTES);

    NvmlDevice(NvmlLibrary library, Pointer handle, int index) {
        this.library = library;
        this.handle = handle;
        this.index = index;
    }

    int index() {
        return index;
    }

    Pointer handle() {
        return handle;
    }

    NvmlLibrary library() {
        return library;
    }

    Reading<String> text(String symbol, int bytes) {
        Memory buffer = new Memory(bytes);
        NvmlReturn result = library.call(symbol, handle, buffer, bytes);
        return result.ok() ? Reading.of(buffer.getString(0, StandardCharsets.UTF_8.name())) : result.absent(symbol);
    }

    /** A call with one {@code unsigned int} or enum as its result. */
    Reading<Integer> number(String symbol) {
        NvmlReturn result = library.call(symbol, handle, scratch);
        return result.ok() ? Reading.of(scratch.getInt(0)) : result.absent(symbol);
    }

    /** The same with a selector before the result. */
    Reading<Integer> number(String symbol, int selector) {
        NvmlReturn result = library.call(symbol, handle, selector, scratch);
        return result.ok() ? Reading.of(scratch.getInt(0)) : result.absent(symbol);
    }

    /** A call with an {@code unsigned long long} as its result. */
    Reading<Long> wideNumber(String symbol) {
        NvmlReturn result = library.call(symbol, handle, scratch);
        return result.ok() ? Reading.of(scratch.getLong(0)) : result.absent(symbol);
    }

    /** A mode given as its current and its pending value. */
    Reading<Boolean> currentMode(String symbol) {
        NvmlReturn result = library.call(symbol, handle, scratch, scratch.share(Integer.BYTES));
        return result.ok() ? Reading.of(scratch.getInt(0) == 1) : result.absent(symbol);
    }

    Reading<Double> watts(String symbol) {
        return number(symbol).map(milliwatts -> Integer.toUnsignedLong(milliwatts) / MILLI);
    }

    Reading<Double> energyJoules() {
        return wideNumber("nvmlDeviceGetTotalEnergyConsumption").map(millijoules -> millijoules / MILLI);
    }

    /** The temperature by the call every driver has, else by the one that follows it. */
    Reading<Integer> temperatureC() {
        Reading<Integer> plain = number("nvmlDeviceGetTemperature", 0);
        if (plain.toOptional().isPresent()) {
            return plain;
        }
        scratch.setInt(0, 0x0100000C);
        scratch.setInt(4, 0);
        NvmlReturn result = library.call("nvmlDeviceGetTemperatureV", handle, scratch);
        return result.ok() ? Reading.of(scratch.getInt(8)) : plain;
    }

    /** The clock event reasons under their present name, else under the one before driver 535. */
    Reading<Long> eventReasons() {
        Reading<Long> present = wideNumber("nvmlDeviceGetCurrentClocksEventReasons");
        return present.toOptional().isPresent() ? present : wideNumber("nvmlDeviceGetCurrentClocksThrottleReasons");
    }

    Reading<Double> utilizationPercent() {
        String symbol = "nvmlDeviceGetUtilizationRates";
        NvmlReturn result = library.call(symbol, handle, scratch);
        return result.ok() ? Reading.of((double) scratch.getInt(0)) : result.absent(symbol);
    }

    /** {@code total} and {@code used} of a device, in MiB. */
    record MemoryUse(Reading<Double> totalMiB, Reading<Double> usedMiB) {}

    /** Version 2 keeps the driver's reserve out of {@code used}; version 1 does not, so its {@code used} is not taken. */
    MemoryUse memory() {
        String symbol = "nvmlDeviceGetMemoryInfo_v2";
        scratch.clear(MEMORY_V2_BYTES);
        scratch.setInt(0, MEMORY_V2);
        NvmlReturn result = library.call(symbol, handle, scratch);
        if (result.ok()) {
            return new MemoryUse(
                    Reading.of(Math.rint(scratch.getLong(8) / MIB)), Reading.of(scratch.getLong(32) / MIB));
        }
        Reading<Double> used = result.absent(symbol);
        String older = "nvmlDeviceGetMemoryInfo";
        NvmlReturn total = library.call(older, handle, scratch);
        return new MemoryUse(total.ok() ? Reading.of(Math.rint(scratch.getLong(0) / MIB)) : total.absent(older), used);
    }

    /** PCI address and id of a device. */
    record Pci(Reading<String> busId, Reading<Long> deviceId) {}

    Pci pci() {
        String symbol = "nvmlDeviceGetPciInfo_v3";
        NvmlReturn result = library.call(symbol, handle, scratch);
        return result.ok()
                ? new Pci(
                        Reading.of(scratch.getString(36, StandardCharsets.UTF_8.name())),
                        Reading.of(Integer.toUnsignedLong(scratch.getInt(28))))
                : new Pci(result.absent(symbol), result.absent(symbol));
    }
}
