package org.servedyno.harness.plan.document;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** How a plan writes numbers, shares, durations, yes and no. Quoted text is text, never one of these. */
public final class Scalars {
    private static final Set<String> NOTHING = Set.of("", "~", "null", "Null", "NULL");
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9](_?[0-9])*");
    private static final Pattern NUMBER =
            Pattern.compile("([+-]?(?:[0-9](?:_?[0-9])*)?(?:\\.[0-9]*)?(?:[eE][+-]?[0-9]{1,3})?)(%?)");
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,3})?) ?(ms|s|m|h)");

    private Scalars() {}

    static boolean isNothing(ScalarNode scalar) {
        return scalar.isPlain() && NOTHING.contains(scalar.getValue());
    }

    static OptionalLong wholeNumber(ScalarNode scalar) {
        String text = scalar.getValue();
        if (!scalar.isPlain() || !WHOLE.matcher(text).matches()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text.replace("_", "")));
        } catch (NumberFormatException beyondLong) {
            return OptionalLong.empty();
        }
    }

    static OptionalDouble number(ScalarNode scalar, boolean percentAllowed) {
        return scalar.isPlain() ? number(scalar.getValue(), percentAllowed) : OptionalDouble.empty();
    }

    /** A share as text, {@code 0.5%} or {@code 0.005}; empty for anything else. */
    public static OptionalDouble share(String text) {
        return number(text, true);
    }

    private static OptionalDouble number(String text, boolean percentAllowed) {
        Matcher matcher = NUMBER.matcher(text);
        if (!matcher.matches() || (!percentAllowed && !matcher.group(2).isEmpty())) {
            return OptionalDouble.empty();
        }
        try {
            BigDecimal number = new BigDecimal(matcher.group(1).replace("_", ""));
            boolean percent = !matcher.group(2).isEmpty();
            return OptionalDouble.of((percent ? number.movePointLeft(2) : number).doubleValue());
        } catch (NumberFormatException noDigits) {
            return OptionalDouble.empty();
        }
    }

    static Optional<Duration> duration(ScalarNode scalar) {
        Matcher matcher = DURATION.matcher(scalar.getValue());
        if (!scalar.isPlain() || !matcher.matches()) {
            return Optional.empty();
        }
        BigDecimal ms = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unitMs(matcher.group(2))));
        return Optional.of(Duration.ofMillis(ms.longValue()));
    }

    static Optional<Boolean> yesOrNo(ScalarNode scalar) {
        boolean known = scalar.isPlain() && Set.of("true", "false").contains(scalar.getValue());
        return known ? Optional.of(Boolean.valueOf(scalar.getValue())) : Optional.empty();
    }

    /** A number as a plan writes it, without an exponent or trailing zeros. */
    public static String show(double number) {
        BigDecimal exact = BigDecimal.valueOf(number).stripTrailingZeros();
        return exact.scale() < 0 ? exact.setScale(0).toPlainString() : exact.toPlainString();
    }

    /** A duration as a plan writes it, in the largest unit that leaves no fraction. */
    public static String show(Duration duration) {
        long ms = duration.toMillis();
        for (String unit : new String[] {"h", "m", "s"}) {
            long unitMs = unitMs(unit);
            if (ms >= unitMs && ms % unitMs == 0) {
                return ms / unitMs + unit;
            }
        }
        return ms + "ms";
    }

    private static long unitMs(String unit) {
        return switch (unit) {
            case "h" -> 3_600_000;
            case "m" -> 60_000;
            case "s" -> 1_000;
            default -> 1;
        };
    }
}
