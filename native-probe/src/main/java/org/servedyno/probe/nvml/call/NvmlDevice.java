package org.servedyno.probe.nvml.call;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Supplier;
import org.servedyno.results.model.Reading;

/**
 * One device handle, with the shapes that most of NVML's calls have. Used by the one thread that works for this GPU; {@link
 * #inCall} may be asked from any.
 */
public final class NvmlDevice {
    private static final double MILLI = 1000;

    private final NvmlCalls calls;
    private final long handle;
    private final int index;
    private volatile Optional<String> inCall = Optional.empty();
    private volatile Optional<String> lostReason = Optional.empty();
    private volatile boolean resetRequired;

    public NvmlDevice(NvmlCalls calls, long handle, int index) {
        this.calls = calls;
        this.handle = handle;
        this.index = index;
    }

    /** NVML's index. */
    public int index() {
        return index;
    }

    /** The handle, as later calls want it. */
    public long handle() {
        return handle;
    }

    /** The call that has not come back yet; empty when none is under way. */
    public Optional<String> inCall() {
        return inCall;
    }

    /** What a call said that found this GPU lost; empty while it is there. */
    public Optional<String> lostReason() {
        return lostReason;
    }

    /** Whether a call said that this GPU must be reset before it works again. */
    public boolean resetRequired() {
        return resetRequired;
    }

    /** A call whose first argument is this device. */
    public NvmlReturn call(String symbol, Object... more) {
        NvmlReturn result = callAbout(symbol, more);
        if (result.equals(NvmlReturn.GPU_IS_LOST)) {
            lostReason = result.absent(symbol).absentReason();
        }
        if (result.equals(NvmlReturn.RESET_REQUIRED)) {
            resetRequired = true;
        }
        return result;
    }

    /** A call that is about another device too: if one of them is lost, it need not be this one. */
    public NvmlReturn callAbout(String symbol, Object... more) {
        Object[] arguments = new Object[more.length + 1];
        arguments[0] = handle;
        System.arraycopy(more, 0, arguments, 1, more.length);
        inCall = Optional.of(symbol);
        NvmlReturn result = calls.call(symbol, arguments);
        inCall = Optional.empty();
        return result;
    }

    /** What the calls go through. */
    public NvmlCalls calls() {
        return calls;
    }

    /** A text that NVML writes into a buffer of that many bytes. */
    public Reading<String> text(String symbol, int bytes) {
        ByteBuffer buffer = Buffers.of(bytes);
        NvmlReturn result = call(symbol, buffer, bytes);
        return result.ok() ? Buffers.reading(buffer, symbol) : result.absent(symbol);
    }

    /** A call with one {@code unsigned int} or enum as its result, after selectors. */
    public Reading<Integer> number(String symbol, Object... selectors) {
        ByteBuffer out = Buffers.of(Integer.BYTES);
        NvmlReturn result = call(symbol, with(selectors, out));
        return result.ok() ? Reading.of(out.getInt(0)) : result.absent(symbol);
    }

    /** A call with an {@code unsigned long long} as its result, after selectors. */
    public Reading<Long> wideNumber(String symbol, Object... selectors) {
        ByteBuffer out = Buffers.of(Long.BYTES);
        NvmlReturn result = call(symbol, with(selectors, out));
        return result.ok() ? Reading.of(out.getLong(0)) : result.absent(symbol);
    }

    private static Object[] with(Object[] selectors, ByteBuffer out) {
        Object[] all = new Object[selectors.length + 1];
        System.arraycopy(selectors, 0, all, 0, selectors.length);
        all[selectors.length] = out;
        return all;
    }

    /** Two numbers that one call gives. */
    public record Two(Reading<Integer> first, Reading<Integer> second) {}

    /** A call with two {@code unsigned int} or enums as its results: a mode with its pending value, the two ends of a range. */
    public Two two(String symbol) {
        ByteBuffer first = Buffers.of(Integer.BYTES);
        ByteBuffer second = Buffers.of(Integer.BYTES);
        NvmlReturn result = call(symbol, first, second);
        return result.ok()
                ? new Two(Reading.of(first.getInt(0)), Reading.of(second.getInt(0)))
                : new Two(result.absent(symbol), result.absent(symbol));
    }

    /** Milliwatts, as watts. */
    public Reading<Double> watts(String symbol) {
        return number(symbol).map(milliwatts -> Integer.toUnsignedLong(milliwatts) / MILLI);
    }

    /** The first of two readings that has a value; without one, the reason of the first. */
    public static <T> Reading<T> firstOf(Reading<T> preferred, Supplier<Reading<T>> other) {
        if (preferred.toOptional().isPresent()) {
            return preferred;
        }
        Reading<T> second = other.get();
        return second.toOptional().isPresent() ? second : preferred;
    }
}
