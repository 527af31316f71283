package org.servedyno.probe.nvml.call;

import java.nio.ByteBuffer;
import java.util.List;
import org.servedyno.results.model.Reading;

/**
 * Many fields of one device in one call. A field's bytes mean nothing unless its own return code says so, and are read by the value
 * type that NVML names. Used by one thread.
 */
public final class FieldValues {
    /** The scope that adds up all links. */
    public static final int ALL_LINKS = 0xFFFFFFFF;

    private static final String SYMBOL = "nvmlDeviceGetFieldValues";
    private static final int ENTRY_BYTES = 40;
    private static final int SCOPE_AT = 4;
    private static final int TIMESTAMP_AT = 8;
    private static final int TYPE_AT = 24;
    private static final int RETURN_AT = 28;
    private static final int VALUE_AT = 32;

    private final List<Ask> asked;
    private final ByteBuffer entries;
    private NvmlReturn result = NvmlReturn.NO_DATA;

    /**
     * A field to ask for.
     *
     * @param field which
     * @param scope the link, {@link #ALL_LINKS}, or 0 for fields without one
     */
    public record Ask(NvmlField field, int scope) {
        /** A field without a scope. */
        public static Ask of(NvmlField field) {
            return new Ask(field, 0);
        }
    }

    public FieldValues(List<Ask> asked) {
        this.asked = List.copyOf(asked);
        this.entries = Buffers.of(ENTRY_BYTES * asked.size());
    }

    /** Asks a device, and gives this. */
    public FieldValues read(NvmlDevice device) {
        for (int i = 0; i < asked.size(); i++) {
            clear(i);
            entries.putInt(i * ENTRY_BYTES, asked.get(i).field().id());
            entries.putInt(i * ENTRY_BYTES + SCOPE_AT, asked.get(i).scope());
        }
        result = device.call(SYMBOL, asked.size(), InOut.of(entries));
        return this;
    }

    private void clear(int entry) {
        for (int at = 0; at < ENTRY_BYTES; at += Long.BYTES) {
            entries.putLong(entry * ENTRY_BYTES + at, 0);
        }
    }

    /** A whole number without a sign, or with the one that its type gives it. */
    public Reading<Long> whole(Ask ask) {
        int at = asked.indexOf(ask) * ENTRY_BYTES;
        Reading<Long> refused = refused(ask, at);
        if (refused.absentReason().isPresent()) {
            return refused;
        }
        return switch (entries.getInt(at + TYPE_AT)) {
            case 0 -> real(entries.getDouble(at + VALUE_AT), ask);
            case 1 -> Reading.of(Integer.toUnsignedLong(entries.getInt(at + VALUE_AT)));
            case 2, 3, 4 -> Reading.of(entries.getLong(at + VALUE_AT));
            case 5 -> Reading.of((long) entries.getInt(at + VALUE_AT));
            case 6 -> Reading.of((long) Short.toUnsignedInt(entries.getShort(at + VALUE_AT)));
            default -> Reading.absent("value type " + entries.getInt(at + TYPE_AT) + " of " + name(ask));
        };
    }

    /** A whole number of 32 bits, signed; absent when the driver gives one that does not fit. */
    public Reading<Integer> number(Ask ask) {
        Reading<Long> whole = whole(ask);
        return whole.toOptional().filter(value -> value != value.intValue()).isPresent()
                ? Reading.absent("a number out of range in " + name(ask) + ": "
                        + whole.toOptional().orElseThrow())
                : whole.map(Long::intValue);
    }

    /** When the driver took the value, microseconds since 1970; empty text where it says nothing. */
    public Reading<Long> timestampUs(Ask ask) {
        int at = asked.indexOf(ask) * ENTRY_BYTES;
        Reading<Long> refused = refused(ask, at);
        long stampUs = entries.getLong(at + TIMESTAMP_AT);
        if (refused.absentReason().isPresent() || stampUs > 0) {
            return refused.map(any -> stampUs);
        }
        return Reading.absent("no time in " + name(ask));
    }

    private static Reading<Long> real(double value, Ask ask) {
        return Double.isFinite(value) ? Reading.of(Math.round(value)) : Reading.absent("not a number in " + name(ask));
    }

    /** Absent with the reason when the call or the entry failed; any value otherwise. */
    private Reading<Long> refused(Ask ask, int at) {
        if (at < 0) {
            throw new IllegalArgumentException(ask + " was not asked for");
        }
        if (!result.ok()) {
            return result.absent(SYMBOL);
        }
        NvmlReturn own = new NvmlReturn(entries.getInt(at + RETURN_AT));
        return own.ok() ? Reading.of(0L) : own.absent(name(ask));
    }

    private static String name(Ask ask) {
        return "field " + ask.field().id() + " (" + ask.field().name() + ")";
    }
}
