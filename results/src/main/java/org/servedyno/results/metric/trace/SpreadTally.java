package org.servedyno.results.metric.trace;

import java.util.DoubleSummaryStatistics;
import org.servedyno.results.model.Reading;

/** Sums up the readings of one quantity. Used by one thread. */
final class SpreadTally {
    private final DoubleSummaryStatistics values = new DoubleSummaryStatistics();
    private String whyNone = "no sample";

    void add(Reading<? extends Number> reading) {
        reading.toOptional().ifPresent(value -> values.accept(value.doubleValue()));
        reading.absentReason().ifPresent(reason -> whyNone = reason);
    }

    Reading<Spread> spread() {
        return values.getCount() == 0
                ? Reading.absent(whyNone)
                : Reading.of(new Spread(values.getAverage(), values.getMin(), values.getMax(), values.getCount()));
    }
}
