package org.servedyno.harness.engine.diagnose;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Watches the last lines of a starting engine's log for a counter that goes up, such as {@code 12/62} of weight shards. For one
 * thread.
 */
public final class LogProgress {
    private static final Pattern COUNTER = Pattern.compile("(?<![\\d/.:-])(\\d{1,7})/(\\d{1,7})(?![\\d/.:-])");

    private long done;
    private long total;
    private long firstDone;
    private OptionalLong firstNs = OptionalLong.empty();
    private OptionalLong lastAdvanceNs = OptionalLong.empty();

    /** Takes a new look at the last lines, oldest first; true when a counter went up since the look before. */
    public boolean look(List<String> tail, long nowNs) {
        for (int i = tail.size() - 1; i >= 0; i--) {
            Matcher counter = COUNTER.matcher(tail.get(i));
            if (counter.find()) {
                return take(Long.parseLong(counter.group(1)), Long.parseLong(counter.group(2)), nowNs);
            }
        }
        return false;
    }

    private boolean take(long newDone, long newTotal, long nowNs) {
        if (newDone > newTotal || newTotal < 2) {
            return false;
        }
        if (newTotal != total) {
            total = newTotal;
            done = newDone;
            firstDone = newDone;
            firstNs = OptionalLong.of(nowNs);
            lastAdvanceNs = firstNs;
            return false;
        }
        if (newDone <= done) {
            return false;
        }
        done = newDone;
        lastAdvanceNs = OptionalLong.of(nowNs);
        return true;
    }

    /** When a counter appeared or last went up, on the clock given to {@link #look}. */
    public OptionalLong lastAdvanceNs() {
        return lastAdvanceNs;
    }

    /** For people: {@code 12/62, about 24 min left}; empty before a counter went up. */
    public Optional<String> words() {
        if (lastAdvanceNs.isEmpty() || firstNs.isEmpty() || done == firstDone) {
            return Optional.empty();
        }
        long tookNs = lastAdvanceNs.getAsLong() - firstNs.getAsLong();
        Duration left = Duration.ofNanos(tookNs / (done - firstDone) * (total - done));
        String time = left.toMinutes() >= 2 ? left.toMinutes() + " min" : left.toSeconds() + " s";
        return Optional.of(done + "/" + total + (done == total ? "" : ", about " + time + " left"));
    }
}
