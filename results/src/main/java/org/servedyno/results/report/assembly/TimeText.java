package org.servedyno.results.report.assembly;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Moments and durations in a reader's units. */
final class TimeText {
    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int NANOS_DIGITS = 9;

    private TimeText() {}

    /** UTC to the second. */
    static String moment(Instant instant) {
        return MOMENT.format(instant);
    }

    /** {@code 12.4 s}, {@code 4 min 12 s}, {@code 2 h 5 min}. */
    static String duration(Duration duration) {
        if (duration.compareTo(Duration.ofMinutes(1)) < 0) {
            return Rounding.fixed(seconds(duration), 1) + " s";
        }
        if (duration.compareTo(Duration.ofHours(1)) < 0) {
            return duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
        }
        return duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }

    /** The duration in seconds. */
    static double seconds(Duration duration) {
        return duration.getSeconds() + duration.getNano() / Math.pow(10, NANOS_DIGITS);
    }
}
