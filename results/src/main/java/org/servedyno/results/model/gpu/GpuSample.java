package org.servedyno.results.model.gpu;

import org.servedyno.results.model.Reading;

/**
 * One look at one GPU: the hot set.
 *
 * @param monotonicNs when it was read, nanoseconds of the recorder's monotonic clock
 * @param gpu index of the GPU
 * @param utilizationPercent share of the last period with a kernel resident; 100 does not mean busy SMs
 * @param memoryUtilizationPercent share of the last period in which device memory was read or written
 * @param memoryUsedMiB used memory without the driver's own reserve
 * @param powerWatts power draw, averaged by the sensor
 * @param energyJoules energy counter; only differences mean anything
 * @param temperatureC temperature
 * @param memoryTemperatureC temperature of the device memory
 * @param smMhz SM clock
 * @param memoryMhz memory clock
 * @param eventReasons clock event reasons as NVML's bit mask
 * @param smActivePercent share of SM cycles with work
 * @param tensorActivePercent share of cycles with a tensor core at work
 * @param dramActivePercent share of the DRAM's peak bandwidth
 * @param pcieTxMiBps PCIe traffic sent
 * @param pcieRxMiBps PCIe traffic received
 * @param nvlinkTxMiBps NVLink traffic sent, all links
 * @param nvlinkRxMiBps NVLink traffic received, all links
 * @param swThermalSlowdownNs time slowed down by the driver for heat; a counter
 * @param hwThermalSlowdownNs time slowed down by the hardware for heat; a counter
 * @param powerBrakeNs time slowed down by the power brake; a counter
 * @param lateNs how late the sample was against its schedule, at least 0
 */
public record GpuSample(
        long monotonicNs,
        int gpu,
        Reading<Double> utilizationPercent,
        Reading<Double> memoryUtilizationPercent,
        Reading<Double> memoryUsedMiB,
        Reading<Double> powerWatts,
        Reading<Double> energyJoules,
        Reading<Integer> temperatureC,
        Reading<Integer> memoryTemperatureC,
        Reading<Integer> smMhz,
        Reading<Integer> memoryMhz,
        Reading<Long> eventReasons,
        Reading<Double> smActivePercent,
        Reading<Double> tensorActivePercent,
        Reading<Double> dramActivePercent,
        Reading<Double> pcieTxMiBps,
        Reading<Double> pcieRxMiBps,
        Reading<Double> nvlinkTxMiBps,
        Reading<Double> nvlinkRxMiBps,
        Reading<Long> swThermalSlowdownNs,
        Reading<Long> hwThermalSlowdownNs,
        Reading<Long> powerBrakeNs,
        long lateNs) {
    /** A sample to be filled; what is left out is absent, for {@code reason}. */
    public static Builder of(long monotonicNs, int gpu, String reason) {
        return new Builder(monotonicNs, gpu, reason);
    }

    /** The same sample, that late against its schedule. */
    public GpuSample late(long newLateNs) {
        return new GpuSample(
                monotonicNs,
                gpu,
                utilizationPercent,
                memoryUtilizationPercent,
                memoryUsedMiB,
                powerWatts,
                energyJoules,
                temperatureC,
                memoryTemperatureC,
                smMhz,
                memoryMhz,
                eventReasons,
                smActivePercent,
                tensorActivePercent,
                dramActivePercent,
                pcieTxMiBps,
                pcieRxMiBps,
                nvlinkTxMiBps,
                nvlinkRxMiBps,
                swThermalSlowdownNs,
                hwThermalSlowdownNs,
                powerBrakeNs,
                newLateNs);
    }

    /** Fills a sample by the names of its readings. */
    public static final class Builder {
        private final long monotonicNs;
        private final int gpu;
        private Reading<Double> utilizationPercent;
        private Reading<Double> memoryUtilizationPercent;
        private Reading<Double> memoryUsedMiB;
        private Reading<Double> powerWatts;
        private Reading<Double> energyJoules;
        private Reading<Integer> temperatureC;
        private Reading<Integer> memoryTemperatureC;
        private Reading<Integer> smMhz;
        private Reading<Integer> memoryMhz;
        private Reading<Long> eventReasons;
        private Reading<Double> smActivePercent;
        private Reading<Double> tensorActivePercent;
        private Reading<Double> dramActivePercent;
        private Reading<Double> pcieTxMiBps;
        private Reading<Double> pcieRxMiBps;
        private Reading<Double> nvlinkTxMiBps;
        private Reading<Double> nvlinkRxMiBps;
        private Reading<Long> swThermalSlowdownNs;
        private Reading<Long> hwThermalSlowdownNs;
        private Reading<Long> powerBrakeNs;
        private long lateNs;

        private Builder(long monotonicNs, int gpu, String reason) {
            this.monotonicNs = monotonicNs;
            this.gpu = gpu;
            utilizationPercent = Reading.absent(reason);
            memoryUtilizationPercent = Reading.absent(reason);
            memoryUsedMiB = Reading.absent(reason);
            powerWatts = Reading.absent(reason);
            energyJoules = Reading.absent(reason);
            temperatureC = Reading.absent(reason);
            memoryTemperatureC = Reading.absent(reason);
            smMhz = Reading.absent(reason);
            memoryMhz = Reading.absent(reason);
            eventReasons = Reading.absent(reason);
            smActivePercent = Reading.absent(reason);
            tensorActivePercent = Reading.absent(reason);
            dramActivePercent = Reading.absent(reason);
            pcieTxMiBps = Reading.absent(reason);
            pcieRxMiBps = Reading.absent(reason);
            nvlinkTxMiBps = Reading.absent(reason);
            nvlinkRxMiBps = Reading.absent(reason);
            swThermalSlowdownNs = Reading.absent(reason);
            hwThermalSlowdownNs = Reading.absent(reason);
            powerBrakeNs = Reading.absent(reason);
        }

        public Builder utilizationPercent(Reading<Double> reading) {
            utilizationPercent = reading;
            return this;
        }

        public Builder memoryUtilizationPercent(Reading<Double> reading) {
            memoryUtilizationPercent = reading;
            return this;
        }

        public Builder memoryUsedMiB(Reading<Double> reading) {
            memoryUsedMiB = reading;
            return this;
        }

        public Builder powerWatts(Reading<Double> reading) {
            powerWatts = reading;
            return this;
        }

        public Builder energyJoules(Reading<Double> reading) {
            energyJoules = reading;
            return this;
        }

        public Builder temperatureC(Reading<Integer> reading) {
            temperatureC = reading;
            return this;
        }

        public Builder memoryTemperatureC(Reading<Integer> reading) {
            memoryTemperatureC = reading;
            return this;
        }

        public Builder smMhz(Reading<Integer> reading) {
            smMhz = reading;
            return this;
        }

        public Builder memoryMhz(Reading<Integer> reading) {
            memoryMhz = reading;
            return this;
        }

        public Builder eventReasons(Reading<Long> reading) {
            eventReasons = reading;
            return this;
        }

        public Builder smActivePercent(Reading<Double> reading) {
            smActivePercent = reading;
            return this;
        }

        public Builder tensorActivePercent(Reading<Double> reading) {
            tensorActivePercent = reading;
            return this;
        }

        public Builder dramActivePercent(Reading<Double> reading) {
            dramActivePercent = reading;
            return this;
        }

        public Builder pcieTxMiBps(Reading<Double> reading) {
            pcieTxMiBps = reading;
            return this;
        }

        public Builder pcieRxMiBps(Reading<Double> reading) {
            pcieRxMiBps = reading;
            return this;
        }

        public Builder nvlinkTxMiBps(Reading<Double> reading) {
            nvlinkTxMiBps = reading;
            return this;
        }

        public Builder nvlinkRxMiBps(Reading<Double> reading) {
            nvlinkRxMiBps = reading;
            return this;
        }

        public Builder swThermalSlowdownNs(Reading<Long> reading) {
            swThermalSlowdownNs = reading;
            return this;
        }

        public Builder hwThermalSlowdownNs(Reading<Long> reading) {
            hwThermalSlowdownNs = reading;
            return this;
        }

        public Builder powerBrakeNs(Reading<Long> reading) {
            powerBrakeNs = reading;
            return this;
        }

        public Builder lateNs(long newLateNs) {
            lateNs = newLateNs;
            return this;
        }

        public GpuSample build() {
            return new GpuSample(
                    monotonicNs,
                    gpu,
                    utilizationPercent,
                    memoryUtilizationPercent,
                    memoryUsedMiB,
                    powerWatts,
                    energyJoules,
                    temperatureC,
                    memoryTemperatureC,
                    smMhz,
                    memoryMhz,
                    eventReasons,
                    smActivePercent,
                    tensorActivePercent,
                    dramActivePercent,
                    pcieTxMiBps,
                    pcieRxMiBps,
                    nvlinkTxMiBps,
                    nvlinkRxMiBps,
                    swThermalSlowdownNs,
                    hwThermalSlowdownNs,
                    powerBrakeNs,
                    lateNs);
        }
    }
}
