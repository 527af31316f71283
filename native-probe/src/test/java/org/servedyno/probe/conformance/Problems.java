package org.servedyno.probe.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.servedyno.results.model.Reading;

/** What was found wrong, each with the place it was found at. */
final class Problems {
    private final List<String> all = new ArrayList<>();

    void add(String where, String what) {
        all.add(where + ": " + what);
    }

    void unless(boolean holds, String where, String what) {
        if (!holds) {
            add(where, what);
        }
    }

    /** A reading that has a value must have a fitting one. */
    <T> void fits(String where, Reading<T> reading, Predicate<T> fitting, String rule) {
        reading.toOptional()
                .filter(value -> !fitting.test(value))
                .ifPresent(value -> add(where, value + " is not " + rule));
    }

    void between(String where, Reading<? extends Number> reading, double least, double most) {
        fits(
                where,
                reading,
                value -> value.doubleValue() >= least && value.doubleValue() <= most,
                "between " + least + " and " + most);
    }

    void matches(String where, Reading<String> reading, Pattern pattern) {
        fits(where, reading, text -> pattern.matcher(text).matches(), "of the form " + pattern);
    }

    /** Where both have a value, the first is at most the second. */
    void ordered(String where, Reading<? extends Number> least, Reading<? extends Number> most) {
        Optional<? extends Number> low = least.toOptional();
        Optional<? extends Number> high = most.toOptional();
        if (low.isPresent() && high.isPresent()) {
            unless(
                    low.get().doubleValue() <= high.get().doubleValue(),
                    where,
                    low.get() + " is more than " + high.get());
        }
    }

    List<String> all() {
        return List.copyOf(all);
    }
}
