package org.servedyno.results.metric.trace;

import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuSample;

/** Sums up the energy of one GPU from its samples in the order of time. Used by one thread. */
final class EnergyTally {
    private static final double NS_PER_SECOND = 1e9;

    private final Series counter = new Series();
    private final Series power = new Series();
    private double powerJoules;
    private boolean counterFell;

    /** The first and the last value of a quantity, each with its time. */
    private static final class Series {
        private boolean any;
        private long firstNs;
        private long lastNs;
        private double first;
        private double last;
        private String whyNone = "no sample";

        void add(long atNs, double value) {
            if (!any) {
                any = true;
                firstNs = atNs;
                first = value;
            }
            lastNs = atNs;
            last = value;
        }

        double seconds() {
            return (lastNs - firstNs) / NS_PER_SECOND;
        }
    }

    void add(GpuSample sample) {
        long atNs = sample.monotonicNs();
        sample.energyJoules().toOptional().ifPresent(joules -> {
            counterFell |= counter.any && joules < counter.last;
            counter.add(atNs, joules);
        });
        sample.energyJoules().absentReason().ifPresent(reason -> counter.whyNone = reason);
        sample.powerWatts().toOptional().ifPresent(watts -> {
            if (power.any) {
                powerJoules += (watts + power.last) / 2 * (atNs - power.lastNs) / NS_PER_SECOND;
            }
            power.add(atNs, watts);
        });
        sample.powerWatts().absentReason().ifPresent(reason -> power.whyNone = reason);
    }

    EnergyUse use() {
        Reading<Double> counted = countedJoules();
        Reading<Double> powered = poweredJoules();
        if (counted.toOptional().isPresent()) {
            return new EnergyUse(counted, EnergyUse.Source.COUNTER, watts(counted, counter), ratio(counted, powered));
        }
        Reading<Double> uncompared = Reading.absent(counted.absentReason().orElseThrow());
        if (powered.toOptional().isPresent()) {
            return new EnergyUse(powered, EnergyUse.Source.POWER, watts(powered, power), uncompared);
        }
        return new EnergyUse(counted, EnergyUse.Source.NONE, Reading.absent("no energy"), uncompared);
    }

    private Reading<Double> countedJoules() {
        if (!counter.any) {
            return Reading.absent(counter.whyNone);
        }
        if (counterFell) {
            return Reading.absent("the energy counter went back: the driver was loaded anew");
        }
        double joules = counter.last - counter.first;
        return joules > 0 ? Reading.of(joules) : Reading.absent("the energy counter stood still");
    }

    private Reading<Double> poweredJoules() {
        if (!power.any) {
            return Reading.absent(power.whyNone);
        }
        return power.seconds() > 0 ? Reading.of(powerJoules) : Reading.absent("one sample has no length");
    }

    private static Reading<Double> watts(Reading<Double> joules, Series over) {
        return joules.map(value -> value / over.seconds());
    }

    /** As mean powers, for the two need not have begun and ended with the same samples. */
    private Reading<Double> ratio(Reading<Double> counted, Reading<Double> powered) {
        Reading<Double> powerWatts = watts(powered, power);
        if (powerWatts.toOptional().filter(watts -> watts > 0).isEmpty()) {
            return Reading.absent(powerWatts.absentReason().orElse("power was 0 throughout"));
        }
        return watts(counted, counter)
                .map(watts -> watts / powerWatts.toOptional().orElseThrow());
    }
}
