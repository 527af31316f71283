package org.servedyno.probe.nvml.watch;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.locks.Lock;
import org.servedyno.probe.nvml.call.Buffers;
import org.servedyno.probe.nvml.call.FieldValues;
import org.servedyno.probe.nvml.call.FieldValues.Ask;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.NvmlField;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.probe.nvml.facts.MemoryReader;
import org.servedyno.probe.nvml.facts.PowerReader;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuSample;

/**
 * What is read of one GPU ten times a second: calls that cost microseconds, and no other. The call for PCIe throughput is not among
 * them, as it counts for 20 ms each time; the byte counters are. Used by the GPU's worker.
 */
public final class HotSet {
    private static final Ask MEMORY_TEMPERATURE = Ask.of(NvmlField.MEMORY_TEMPERATURE);
    private static final Ask NVLINK_TX = new Ask(NvmlField.NVLINK_TX_KIB, FieldValues.ALL_LINKS);
    private static final Ask NVLINK_RX = new Ask(NvmlField.NVLINK_RX_KIB, FieldValues.ALL_LINKS);
    private static final Ask FIRST_LINK_TX = Ask.of(NvmlField.NVLINK_TX_KIB);
    private static final Ask FIRST_LINK_RX = Ask.of(NvmlField.NVLINK_RX_KIB);
    private static final Ask PCIE_TX = Ask.of(NvmlField.PCIE_TX_BYTES);
    private static final Ask PCIE_RX = Ask.of(NvmlField.PCIE_RX_BYTES);
    private static final Ask SW_THERMAL = Ask.of(NvmlField.SW_THERMAL_SLOWDOWN_NS);
    private static final Ask HW_THERMAL = Ask.of(NvmlField.HW_THERMAL_SLOWDOWN_NS);
    private static final Ask POWER_BRAKE = Ask.of(NvmlField.POWER_BRAKE_NS);
    private static final double KIB_PER_MIB = 1024;
    private static final double BYTES_PER_MIB = 1024 * 1024;
    private static final double MILLI = 1000;
    private static final String UTILIZATION = "nvmlDeviceGetUtilizationRates";

    private final NvmlDevice device;
    private final MemoryReader memory;
    private final ActivityCounters activity;
    private final ByteBuffer rates = Buffers.of(2 * Integer.BYTES);
    private final FieldValues fields = new FieldValues(List.of(
            MEMORY_TEMPERATURE,
            NVLINK_TX,
            NVLINK_RX,
            FIRST_LINK_TX,
            FIRST_LINK_RX,
            PCIE_TX,
            PCIE_RX,
            SW_THERMAL,
            HW_THERMAL,
            POWER_BRAKE));
    private final CounterRate nvlinkTx = new CounterRate();
    private final CounterRate nvlinkRx = new CounterRate();
    private final CounterRate pcieTx = new CounterRate();
    private final CounterRate pcieRx = new CounterRate();

    /**
     * @param gpmLock the lock under which all GPUs take their GPM samples
     */
    public HotSet(NvmlDevice device, Lock gpmLock) {
        this.device = device;
        this.memory = new MemoryReader(device);
        this.activity = new ActivityCounters(gpmLock);
    }

    /** One look. Its time is the middle between the begin and the end of reading. */
    public GpuSample look() {
        long beforeNs = System.nanoTime();
        NvmlReturn used = device.call(UTILIZATION, rates);
        Reading<Double> usedMib = memory.usedMib();
        Reading<Double> power = device.watts("nvmlDeviceGetPowerUsage");
        Reading<Double> energy =
                device.wideNumber("nvmlDeviceGetTotalEnergyConsumption").map(millijoules -> millijoules / MILLI);
        Reading<Integer> temperature = PowerReader.temperatureC(device);
        Reading<Integer> smMhz = PowerReader.smMhz(device);
        Reading<Integer> memoryMhz = PowerReader.memoryMhz(device);
        Reading<Long> reasons = PowerReader.eventReasons(device);
        fields.read(device);
        long afterNs = System.nanoTime();
        activity.advance(device);
        GpuSample.Builder sample = GpuSample.of(beforeNs + (afterNs - beforeNs) / 2, device.index(), "not read")
                .utilizationPercent(used.ok() ? Reading.of((double) rates.getInt(0)) : used.absent(UTILIZATION))
                .memoryUtilizationPercent(
                        used.ok() ? Reading.of((double) rates.getInt(Integer.BYTES)) : used.absent(UTILIZATION))
                .memoryUsedMiB(usedMib)
                .powerWatts(power)
                .energyJoules(energy)
                .temperatureC(temperature)
                .smMhz(smMhz)
                .memoryMhz(memoryMhz)
                .eventReasons(reasons);
        return counters(sample, afterNs).build();
    }

    private GpuSample.Builder counters(GpuSample.Builder sample, long atNs) {
        return sample.memoryTemperatureC(fields.number(MEMORY_TEMPERATURE))
                .smActivePercent(activity.of(GpmMetric.SM_ACTIVE))
                .tensorActivePercent(activity.of(GpmMetric.TENSOR_ACTIVE))
                .dramActivePercent(activity.of(GpmMetric.DRAM_ACTIVE))
                .pcieTxMiBps(rate(pcieTx, fields.whole(PCIE_TX), PCIE_TX, BYTES_PER_MIB, GpmMetric.PCIE_TX, atNs))
                .pcieRxMiBps(rate(pcieRx, fields.whole(PCIE_RX), PCIE_RX, BYTES_PER_MIB, GpmMetric.PCIE_RX, atNs))
                .nvlinkTxMiBps(rate(
                        nvlinkTx, sum(NVLINK_TX, FIRST_LINK_TX), NVLINK_TX, KIB_PER_MIB, GpmMetric.NVLINK_TX, atNs))
                .nvlinkRxMiBps(rate(
                        nvlinkRx, sum(NVLINK_RX, FIRST_LINK_RX), NVLINK_RX, KIB_PER_MIB, GpmMetric.NVLINK_RX, atNs))
                .swThermalSlowdownNs(fields.whole(SW_THERMAL))
                .hwThermalSlowdownNs(fields.whole(HW_THERMAL))
                .powerBrakeNs(fields.whole(POWER_BRAKE));
    }

    /** What all links count; absent where a library does not know that scope and yet answers, with 0 for example. */
    private Reading<Long> sum(Ask allLinks, Ask firstLink) {
        Reading<Long> all = fields.whole(allLinks);
        long first = fields.whole(firstLink).toOptional().orElse(0L);
        return all.toOptional()
                        .filter(sum -> Long.compareUnsigned(sum, first) < 0)
                        .isPresent()
                ? Reading.absent("the sum over all NVLinks is less than what link 0 counts alone")
                : all;
    }

    /** From the byte counter by the driver's own times where it gives them; from GPM where there is no such counter. */
    private Reading<Double> rate(
            CounterRate rate, Reading<Long> count, Ask counter, double unitsPerMib, GpmMetric other, long atNs) {
        if (count.toOptional().isEmpty()) {
            return NvmlDevice.firstOf(activity.of(other), () -> count.map(Long::doubleValue));
        }
        long stampNs =
                fields.timestampUs(counter).toOptional().map(us -> us * 1000).orElse(atNs);
        return rate.perSecond(count, stampNs).map(units -> units / unitsPerMib);
    }

    /**
     * Whether the NVLink counters fell at the last look. They are 64 bits wide and do not wrap, so they were reset; the PCIe counters do
     * wrap, and that says nothing.
     */
    boolean nvlinkFell() {
        return nvlinkTx.fell() || nvlinkRx.fell();
    }

    /** Gives back what the driver holds for it. */
    public void close() {
        activity.close(device);
    }
}
