package org.servedyno.results.report.html;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * A linear axis: where a value lies on the page, and at which round values the ticks stand.
 *
 * @param low the value at {@code from}
 * @param high the value at {@code to}, above {@code low}
 * @param from page coordinate of {@code low}
 * @param to page coordinate of {@code high}
 */
record Axis(double low, double high, double from, double to) {
    private static final double AIR = 0.06;
    private static final double[] ROUND_STEPS = {1, 2, 2.5, 5, 10};

    Axis {
        if (!(low < high)) {
            throw new IllegalArgumentException("an axis goes up: " + low + " to " + high);
        }
    }

    /** An axis around all values with some air at both ends; values that are all equal get a span of their own. */
    static Axis around(List<Double> values, double from, double to) {
        double least = values.stream().mapToDouble(Double::doubleValue).min().orElse(0);
        double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
        double span = most - least;
        double air = span > 0 ? span * AIR : Math.max(Math.abs(most) * AIR, 1e-9);
        return new Axis(least - air, most + air, from, to);
    }

    /** The page coordinate of a value. */
    double at(double value) {
        return from + (value - low) / (high - low) * (to - from);
    }

    /** Round values within the axis, about {@code wanted} of them, with their labels. */
    List<Tick> ticks(int wanted) {
        double step = roundStep((high - low) / wanted);
        int decimals = decimalsOf(step);
        List<Tick> ticks = new ArrayList<>();
        for (long k = (long) Math.ceil(low / step); k * step <= high; k++) {
            double value = k * step;
            String label = new BigDecimal(value)
                    .setScale(decimals, RoundingMode.HALF_EVEN)
                    .toPlainString();
            ticks.add(new Tick(value, label));
        }
        return ticks;
    }

    private static double roundStep(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double factor : ROUND_STEPS) {
            if (factor * power >= least) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    private static int decimalsOf(double step) {
        int decimals = (int) Math.max(0, -Math.floor(Math.log10(step)));
        boolean halfStep = Math.abs(step * Math.pow(10, decimals) - Math.rint(step * Math.pow(10, decimals))) > 1e-6;
        return halfStep ? decimals + 1 : decimals;
    }

    /**
     * One tick.
     *
     * @param value where it stands
     * @param label its text
     */
    record Tick(double value, String label) {}
}
