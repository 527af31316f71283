package org.servedyno.results.model.gpu;

import org.servedyno.results.model.Reading;

/**
 * One look at one GPU: the hot set.
 *
 * @param monotonicNs when it was read, nanoseconds of the recorder's monotonic clock
 * @param gpu index of the GPU
 * @param utilizationPercent share of the last period with a kernel resident; 100 does not mean busy SMs
 * @param memoryUsedMiB used memory without the driver's own reserve
 * @param powerWatts power draw, averaged by the sensor
 * @param energyJoules energy counter; only differences mean anything
 * @param temperatureC temperature
 * @param smMhz SM clock
 * @param memoryMhz memory clock
 * @param eventReasons clock event reasons as NVML's bit mask
 * @param smActivePercent share of SM cycles with work
 * @param tensorActivePercent share of cycles with a tensor core at work
 * @param dramActivePercent share of the DRAM's peak bandwidth
 * @param pcieTxMiBps PCIe traffic sent
 * @param pcieRxMiBps PCIe traffic received
 * @param lateNs how late the sample was against its schedule, at least 0
 */
public record GpuSample(
        long monotonicNs,
        int gpu,
        Reading<Double> utilizationPercent,
        Reading<Double> memoryUsedMiB,
        Reading<Double> powerWatts,
        Reading<Double> energyJoules,
        Reading<Integer> temperatureC,
        Reading<Integer> smMhz,
        Reading<Integer> memoryMhz,
        Reading<Long> eventReasons,
        Reading<Double> smActivePercent,
        Reading<Double> tensorActivePercent,
        Reading<Double> dramActivePercent,
        Reading<Double> pcieTxMiBps,
        Reading<Double> pcieRxMiBps,
        long lateNs) {}
