package org.servedyno.results.metric;

/**
 * Mean, spread and percentiles as numpy computes them, to the last bit, because vLLM's published figures are numpy's. Percentiles
 * follow {@code numpy.percentile} with its default method, linear (Hyndman and Fan's type 7); sums are pairwise.
 */
final class NumpyStatistics {
    private static final int BLOCK = 128;
    private static final int LANES = 8;

    private NumpyStatistics() {}

    static double mean(double[] values) {
        return sum(values) / values.length;
    }

    /** Population standard deviation, over n. */
    static double standardDeviation(double[] values) {
        double mean = mean(values);
        double[] squares = new double[values.length];
        for (int i = 0; i < squares.length; i++) {
            squares[i] = (values[i] - mean) * (values[i] - mean);
        }
        return Math.sqrt(sum(squares) / squares.length);
    }

    /**
     * The percentile of ascending values.
     *
     * @param sorted at least one value, ascending
     * @param rank in [0, 100]
     */
    static double percentile(double[] sorted, double rank) {
        double position = rank / 100 * (sorted.length - 1);
        int below = (int) Math.floor(position);
        double share = position - below;
        double a = sorted[below];
        double b = sorted[Math.min(below + 1, sorted.length - 1)];
        return share < 0.5 ? a + (b - a) * share : b - (b - a) * (1 - share);
    }

    /** The middle value of ascending values, or the mean of both. */
    static double median(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    static double sum(double[] values) {
        return sum(values, 0, values.length);
    }

    private static double sum(double[] values, int from, int count) {
        if (count > BLOCK) {
            int half = count / 2;
            half -= half % LANES;
            return sum(values, from, half) + sum(values, from + half, count - half);
        }
        int index = from;
        double sum = 0;
        if (count >= LANES) {
            double[] lanes = new double[LANES];
            System.arraycopy(values, from, lanes, 0, LANES);
            for (index = from + LANES; index + LANES <= from + count; index += LANES) {
                addLanes(lanes, values, index);
            }
            sum = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
        }
        for (; index < from + count; index++) {
            sum += values[index];
        }
        return sum;
    }

    private static void addLanes(double[] lanes, double[] values, int from) {
        for (int lane = 0; lane < LANES; lane++) {
            lanes[lane] += values[from + lane];
        }
    }
}
