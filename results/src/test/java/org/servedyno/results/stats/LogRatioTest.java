package org.servedyno.results.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Expected values: computed outside this code base, and confirmed with JMH and Commons Statistics. */
class LogRatioTest {
    private static final double[] A = {7315.5, 7288.94, 7333.9, 7304.18, 7322.8, 7297.4};
    private static final double[] B = {7308.56, 7296.68, 7341.08, 7312.92, 7329.0, 7291.56};
    private static final double[] C = {9107.04, 9150.18, 9090.26, 9132.5, 9120.24, 9080.74};

    @Test
    void a_paired_contrast_gives_the_published_figures() {
        LogRatio contrast = LogRatio.paired(B, A);

        assertThat(contrast.mean()).isCloseTo(.000388717, within(1e-9));
        assertThat(contrast.standardError() * Math.sqrt(6)).isCloseTo(.000986453, within(1e-9));
        assertThat(contrast.mean() / contrast.standardError()).isCloseTo(.965234, within(1e-6));
        assertThat(contrast.differenceP()).isCloseTo(.378758858, within(1e-6));
        assertThat(contrast.ratio()).isCloseTo(1.00038879, within(1e-6));
        assertInterval(contrast.interval(0.95), .99935371, 1.00142495);
        assertThat(contrast.n()).isEqualTo(6);
        assertThat(contrast.paired()).isTrue();
    }

    @Test
    void a_clear_difference_excludes_1() {
        LogRatio contrast = LogRatio.paired(C, A);

        assertThat(contrast.mean()).isCloseTo(.220449577, within(1e-9));
        assertThat(contrast.ratio()).isCloseTo(1.24663706, within(1e-6));
        assertInterval(contrast.interval(0.95), 1.24090526, 1.25239534);
        assertThat(contrast.interval(0.95).excludes(1)).isTrue();
    }

    @Test
    void an_unpaired_contrast_has_welchs_degrees_of_freedom() {
        LogRatio contrast = LogRatio.unpaired(B, A);

        assertThat(contrast.standardError()).isCloseTo(.001409845, within(1e-9));
        assertThat(contrast.degreesOfFreedom()).isCloseTo(9.854670, within(1e-5));
        assertInterval(contrast.interval(0.95), .99724490, 1.00354260);
        assertThat(contrast.paired()).isFalse();

        LogRatio clear = LogRatio.unpaired(C, A);
        assertThat(clear.degreesOfFreedom()).isCloseTo(9.536582, within(1e-5));
        assertInterval(clear.interval(0.95), 1.24245920, 1.25082898);
    }

    @Test
    void equivalence_is_tested_from_both_sides() {
        LogRatio paired = LogRatio.paired(B, A);

        assertThat(paired.equivalenceP(.005)).isCloseTo(.000045083, within(1e-6));
        assertThat(paired.equivalenceP(.0025)).isCloseTo(.001684103, within(1e-6));
        assertThat(paired.equivalenceP(.002)).isCloseTo(.005181932, within(1e-6));
        assertThat(paired.equivalenceP(.001)).isCloseTo(.094899559, within(1e-6));
        assertInterval(paired.interval(0.90), .99957731, 1.00120093);
        assertThat(paired.interval(0.90).insideMargin(.002)).isTrue();
        assertThat(paired.interval(0.90).insideMargin(.001)).isFalse();

        LogRatio unpaired = LogRatio.unpaired(B, A);
        assertThat(unpaired.equivalenceP(.005)).isCloseTo(.004354537, within(1e-6));
        assertThat(unpaired.equivalenceP(.0025)).isCloseTo(.083074781, within(1e-6));
    }

    @Test
    void the_minimum_detectable_change_follows_the_shipped_formula() {
        double sd = .000986453;
        assertThat(LogRatio.paired(B, A).minimumDetectableRatio()).isCloseTo(Math.expm1(1.424838 * sd), within(1e-8));
    }

    @Test
    void trials_without_any_spread_still_have_a_contrast() {
        double[] two = {2, 2, 2};
        double[] one = {1, 1, 1};

        for (LogRatio contrast : new LogRatio[] {LogRatio.paired(two, one), LogRatio.unpaired(two, one)}) {
            assertThat(contrast.ratio()).isCloseTo(2, within(1e-12));
            assertThat(contrast.differenceP()).isZero();
            assertThat(contrast.equivalenceP(.005)).isEqualTo(1);
            assertThat(contrast.interval(0.95).low()).isCloseTo(2, within(1e-12));
        }
        assertThat(LogRatio.paired(one, one).differenceP()).isEqualTo(1);
        assertThat(LogRatio.paired(one, one).equivalenceP(.005)).isZero();
    }

    @Test
    void what_has_no_logarithm_or_no_partner_is_refused() {
        assertThatThrownBy(() -> LogRatio.paired(new double[] {1, 0}, new double[] {1, 1}))
                .hasMessageContaining("0.0");
        assertThatThrownBy(() -> LogRatio.paired(new double[] {1, Double.NaN}, new double[] {1, 1}))
                .hasMessageContaining("NaN");
        assertThatThrownBy(() -> LogRatio.paired(new double[] {1, 2, 3}, new double[] {1, 1}))
                .hasMessageContaining("no pairs");
    }

    private static void assertInterval(LogRatio.Interval interval, double low, double high) {
        assertThat(interval.low()).isCloseTo(low, within(1e-6));
        assertThat(interval.high()).isCloseTo(high, within(1e-6));
    }
}
