package org.servedyno.results.report.assembly;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** How many digits a reader gets: as many as the interval supports, half to even, in no locale. */
final class Rounding {
    private static final int PLAIN_DIGITS = 4;
    private static final int WIDTH_DIGITS = 2;
    private static final int MOST_DECIMALS = 8;
    private static final double SMALLEST_PROBABILITY = 0.001;

    private Rounding() {}

    /** A value by itself: four significant digits, all digits before the point. */
    static String plain(double value) {
        if (value == 0) {
            return "0";
        }
        return fixed(value, Math.max(0, PLAIN_DIGITS - 1 - exponent(value)));
    }

    /** A value next to its interval: down to the second digit of the half width. */
    static String within(double value, double halfWidth) {
        return halfWidth > 0 ? fixed(value, decimals(halfWidth)) : plain(value);
    }

    /** A half width: two significant digits, as many decimals as {@link #within} gives its value. */
    static String halfWidth(double halfWidth) {
        return halfWidth > 0 ? fixed(halfWidth, decimals(halfWidth)) : "0";
    }

    /** A ratio next to its interval: at least two decimals. */
    static String ratio(double value, double halfWidth) {
        return fixed(value, halfWidth > 0 ? Math.max(2, decimals(halfWidth)) : PLAIN_DIGITS);
    }

    /** So many decimals. */
    static String fixed(double value, int decimals) {
        return new BigDecimal(value)
                .setScale(Math.min(decimals, MOST_DECIMALS), RoundingMode.HALF_EVEN)
                .toPlainString();
    }

    /** A percentage from a ratio, without idle zeros: 0.005 is {@code 0.5 %}. */
    static String percent(double ratio) {
        return percent(ratio, PLAIN_DIGITS);
    }

    /** A percentage with at most so many significant digits. */
    static String percent(double ratio, int digits) {
        return new BigDecimal(ratio * 100)
                        .round(new MathContext(digits))
                        .stripTrailingZeros()
                        .toPlainString() + " %";
    }

    /** A p value: three decimals, or the bound below which three say nothing. */
    static String probability(double p) {
        return p < SMALLEST_PROBABILITY ? "< 0.001" : fixed(p, 3);
    }

    private static int decimals(double halfWidth) {
        return Math.max(0, WIDTH_DIGITS - 1 - exponent(halfWidth));
    }

    private static int exponent(double value) {
        return (int) Math.floor(Math.log10(Math.abs(value)));
    }
}
