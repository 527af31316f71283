package org.servedyno.results.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Expected values: computed outside this code base, and confirmed with JMH and Commons Statistics. */
class EstimateTest {
    private static final double[] A = {7315.5, 7288.94, 7333.9, 7304.18, 7322.8, 7297.4};
    private static final double[] B = {7308.56, 7296.68, 7341.08, 7312.92, 7329.0, 7291.56};
    private static final double[] C = {9107.04, 9150.18, 9090.26, 9132.5, 9120.24, 9080.74};

    @Test
    void a_mean_over_trials_has_the_published_interval() {
        Estimate estimate = Estimate.of(A, 0.95, "tok/s");

        assertThat(estimate.value()).isCloseTo(7310.453333, within(1e-6));
        assertThat(estimate.low().toOptional().orElseThrow()).isCloseTo(7292.891518, within(1e-6));
        assertThat(estimate.high().toOptional().orElseThrow()).isCloseTo(7328.015148, within(1e-6));
        assertThat(estimate.n()).isEqualTo(6);
        assertThat(halfWidth(A, 0.999)).isCloseTo(46.926755, within(1e-6));
        assertThat(halfWidth(B, 0.95)).isCloseTo(19.854493, within(1e-6));
        assertThat(halfWidth(C, 0.95)).isCloseTo(27.393674, within(1e-6));
        assertThat(Moments.standardDeviation(A)).isCloseTo(16.734533, within(1e-6));
    }

    @Test
    void a_tail_quantile_of_each_trial_is_estimated_in_the_same_way() {
        double[] p99Ms = {412.6, 398.1, 421.9, 405.3, 417.0, 401.7};

        assertThat(Estimate.of(p99Ms, 0.95, "ms").value()).isCloseTo(409.433333, within(1e-6));
        assertThat(halfWidth(p99Ms, 0.95)).isCloseTo(9.709785, within(1e-6));
    }

    @Test
    void a_single_trial_has_a_value_and_no_interval() {
        Estimate estimate = Estimate.of(new double[] {5}, 0.95, "ms");

        assertThat(estimate.value()).isEqualTo(5);
        assertThat(estimate.low().absentReason()).contains("a single trial has no interval");
    }

    @Test
    void no_trial_is_no_estimate() {
        assertThatThrownBy(() -> Estimate.of(new double[0], 0.95, "ms")).hasMessageContaining("no values");
    }

    private static double halfWidth(double[] trials, double confidence) {
        Estimate estimate = Estimate.of(trials, confidence, "");
        return estimate.high().toOptional().orElseThrow() - estimate.value();
    }
}
