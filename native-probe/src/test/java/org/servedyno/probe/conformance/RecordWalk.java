package org.servedyno.probe.conformance;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.servedyno.results.model.Reading;

/**
 * Looks at everything that hangs on a record. That an absent reading has a reason is kept by its type; what is left to check is that
 * nothing is null, and that what counts as a value is one: no NaN, no empty text, no text with the rest of a buffer in it.
 */
final class RecordWalk {
    private final Problems problems;
    private int values;
    private int absent;

    RecordWalk(Problems problems) {
        this.problems = problems;
    }

    /** How many readings had a value. */
    int values() {
        return values;
    }

    /** How many readings were absent. */
    int absent() {
        return absent;
    }

    void look(String where, @Nullable Object thing) {
        if (thing == null) {
            problems.add(where, "null");
        } else if (thing instanceof Reading<?> reading) {
            reading(where, reading);
        } else if (thing instanceof String text) {
            text(where, text);
        } else if (thing instanceof Double number) {
            problems.unless(Double.isFinite(number), where, number + " is not a number");
        } else if (thing instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                look(where + "[" + i + "]", list.get(i));
            }
        } else if (thing instanceof Optional<?> optional) {
            optional.ifPresent(inner -> look(where, inner));
        } else if (thing instanceof Record record) {
            components(where, record);
        }
    }

    private void reading(String where, Reading<?> reading) {
        if (reading instanceof Reading.Value<?> value) {
            values++;
            look(where, value.value());
        } else {
            absent++;
            text(where, reading.absentReason().orElse(""));
        }
    }

    private void text(String where, String text) {
        problems.unless(!text.isBlank(), where, "an empty text");
        boolean readable = text.codePoints().noneMatch(point -> Character.isISOControl(point) || point == 0xFFFD);
        problems.unless(readable, where, "a text with unreadable characters: " + text);
    }

    private void components(String where, Record record) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            try {
                component.getAccessor().setAccessible(true);
                look(where + "." + component.getName(), component.getAccessor().invoke(record));
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalStateException("cannot read " + where + "." + component.getName(), e);
            }
        }
    }
}
