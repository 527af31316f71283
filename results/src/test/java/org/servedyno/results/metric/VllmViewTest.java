package org.servedyno.results.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.servedyno.results.metric.Requests.MS;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.servedyno.results.model.RequestRecord;

class VllmViewTest {
    private static VllmView of(RequestRecord... requests) {
        return VllmView.of(List.of(requests), 0, 4000 * MS, VllmView.Origin.SENT, VllmView.Goodput.NOT_ASKED);
    }

    @Test
    void figures_follow_the_rules_of_v0_11_0() {
        VllmView view =
                of(Requests.ok(0, 3, 100, 200, 400), Requests.ok(500, 1, 700), Requests.failed(0, 9, "http-500"));

        assertThat(view.completed()).isEqualTo(2);
        assertThat(view.durationSeconds()).isEqualTo(4);
        assertThat(view.totalInputTokens()).isEqualTo(20);
        assertThat(view.totalOutputTokens()).isEqualTo(4);
        assertThat(view.outputThroughput()).isEqualTo(1);
        assertThat(view.totalTokenThroughput()).isEqualTo(6);
        assertThat(view.ttft().meanMs()).isCloseTo(150, within(1e-9));
        assertThat(view.ttft().stdMs()).isCloseTo(50, within(1e-9));
        assertThat(view.tpot().meanMs()).isCloseTo(150, within(1e-9));
        assertThat(view.itl().meanMs()).isCloseTo(150, within(1e-9));
        assertThat(view.itl().percentileMs(99)).isCloseTo(199, within(1e-9));
        assertThat(view.e2el().medianMs()).isCloseTo(300, within(1e-9));
        assertThat(view.requestGoodput()).isEmpty();
    }

    @Test
    void an_empty_set_counts_as_the_single_value_0() {
        VllmView view = of(Requests.failed(0, 9, "http-500"));

        assertThat(view.completed()).isZero();
        assertThat(view.ttft().meanMs()).isZero();
        assertThat(view.e2el().percentileMs(99)).isZero();
        assertThat(view.peakOutputTokensPerSecond()).isZero();
        assertThat(view.peakConcurrentRequests()).isZero();
    }

    @Test
    void peaks_count_events_and_touching_requests_in_buckets_of_a_second() {
        VllmView view = of(
                Requests.ok(0, 9, 900, 950, 1100),
                Requests.ok(1200, 9, 1300, 1400, 1500),
                Requests.ok(1900, 9, 2100, 2200));

        assertThat(view.peakOutputTokensPerSecond()).isEqualTo(4);
        assertThat(view.peakConcurrentRequests()).isEqualTo(3);
    }

    @Test
    void goodput_counts_requests_within_every_limit_and_takes_tpot_of_one_token_as_0() {
        VllmView.Goodput limits =
                new VllmView.Goodput(OptionalDouble.of(250), OptionalDouble.of(60), OptionalDouble.empty());

        VllmView view = VllmView.of(
                List.of(
                        Requests.ok(0, 3, 100, 200, 400),
                        Requests.ok(0, 1, 250),
                        Requests.ok(0, 3, 100, 200),
                        Requests.ok(0, 1, 251)),
                0,
                1000 * MS,
                VllmView.Origin.SENT,
                limits);

        assertThat(view.requestGoodput()).hasValue(2);
    }

    @Test
    void pairwise_sums_take_eight_lanes_and_split_at_multiples_of_eight() {
        double[] values = new double[1000];
        for (int i = 0; i < values.length; i++) {
            values[i] = 0.1 * (i + 1);
        }

        assertThat(NumpyStatistics.sum(values)).isEqualTo(numpySum(values));
        assertThat(NumpyStatistics.median(new double[] {1, 2, 3, 10})).isEqualTo(2.5);
        assertThat(NumpyStatistics.percentile(new double[] {1, 2}, 99)).isCloseTo(1.99, within(1e-12));
    }

    /** numpy.add.reduce written out for 1000 values: four levels of halves, then blocks of at most 128. */
    private static double numpySum(double[] values) {
        double first = block(values, 0, 120) + block(values, 120, 128);
        double second = block(values, 248, 120) + block(values, 368, 128);
        double third = block(values, 496, 120) + block(values, 616, 128);
        double fourth = block(values, 744, 128) + block(values, 872, 128);
        return (first + second) + (third + fourth);
    }

    private static double block(double[] v, int from, int count) {
        double[] r = new double[8];
        for (int i = 0; i < count; i++) {
            r[i % 8] += v[from + i];
        }
        return ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
    }
}
