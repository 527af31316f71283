package org.servedyno.results.model;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A value, or the reason why there is none. Absence is never 0, -1 or NaN.
 *
 * @param <T> the type of the value
 */
public sealed interface Reading<T> {
    /** A value that was read. */
    record Value<T>(T value) implements Reading<T> {
        public Value {
            Objects.requireNonNull(value, "value");
        }
    }

    /** No value, and why; the reason is a phrase fit for a report, for example {@code "NVML_ERROR_NOT_SUPPORTED"}. */
    record Absent<T>(String reason) implements Reading<T> {
        public Absent {
            if (reason.isBlank()) {
                throw new IllegalArgumentException("an absent reading needs its reason");
            }
        }
    }

    static <T> Reading<T> of(T value) {
        return new Value<>(value);
    }

    static <T> Reading<T> absent(String reason) {
        return new Absent<>(reason);
    }

    /** The value, or empty where the reason is of no interest to the caller. */
    default Optional<T> toOptional() {
        return this instanceof Value<T> present ? Optional.of(present.value()) : Optional.empty();
    }

    /** The reason of absence, or empty when there is a value. */
    default Optional<String> absentReason() {
        return this instanceof Absent<T> absent ? Optional.of(absent.reason()) : Optional.empty();
    }

    /** The reading with {@code change} applied to its value; an absent reading keeps its reason. */
    default <R> Reading<R> map(Function<? super T, ? extends R> change) {
        if (this instanceof Value<T> present) {
            return of(change.apply(present.value()));
        }
        return absent(((Absent<T>) this).reason());
    }
}
