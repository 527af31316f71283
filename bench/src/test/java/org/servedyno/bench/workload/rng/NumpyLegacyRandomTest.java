package org.servedyno.bench.workload.rng;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The expected numbers are what numpy 1.24 printed. */
class NumpyLegacyRandomTest {
    @Test
    void bounded_integers_are_numpys() {
        NumpyLegacyRandom zero = NumpyLegacyRandom.seeded(0);
        assertThat(IntStream.range(0, 4).map(i -> zero.below(151643))).containsExactly(43567, 117952, 95939, 97639);
        NumpyLegacyRandom fortyTwo = NumpyLegacyRandom.seeded(42);
        assertThat(IntStream.range(0, 4).map(i -> fortyTwo.below(151643)))
                .containsExactly(121958, 146867, 131932, 103694);
    }

    @Test
    void exponential_gaps_are_numpys_to_the_last_place_or_two() {
        NumpyLegacyRandom zero = NumpyLegacyRandom.seeded(0);
        double[] expected = {0.07958745081631101, 0.12559307629658378, 0.09232231458040689};
        for (double gap : expected) {
            assertThat(zero.exponential(0.1)).isCloseTo(gap, within(2 * Math.ulp(gap)));
        }
    }

    @Test
    void a_seed_outside_32_bits_is_refused() {
        assertThatThrownBy(() -> NumpyLegacyRandom.seeded(1L << 32)).hasMessageContaining("4294967296");
        assertThatThrownBy(() -> NumpyLegacyRandom.seeded(-1)).hasMessageContaining("-1");
    }
}
