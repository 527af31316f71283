package org.servedyno.results.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AxisTest {
    @Test
    void ticks_are_round_and_labelled_with_the_digits_they_need() {
        assertThat(labels(new Axis(0.9931, 1.0062, 0, 100))).containsExactly("0.995", "1.000", "1.005");
        assertThat(labels(new Axis(7284, 7345, 0, 100))).containsExactly("7300", "7320", "7340");
        assertThat(labels(new Axis(-0.31, 0.46, 0, 100))).containsExactly("-0.2", "0.0", "0.2", "0.4");
        assertThat(labels(new Axis(0, 12, 0, 100))).containsExactly("0.0", "2.5", "5.0", "7.5", "10.0");
    }

    @Test
    void equal_values_still_get_an_axis() {
        Axis axis = Axis.around(List.of(5.0, 5.0), 0, 100);
        assertThat(axis.at(5.0)).isEqualTo(50, within(1e-9));
        assertThat(Axis.around(List.of(0.0), 0, 100).at(0)).isEqualTo(50, within(1e-9));
        assertThat(Axis.around(List.of(), 0, 100).ticks(5)).isNotEmpty();
    }

    @Test
    void every_axis_has_a_few_ticks_all_of_them_on_it() {
        long seed = 7;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2000; i++) {
            double low = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-3, 7));
            double high = low + random.nextDouble() * Math.pow(10, random.nextInt(-3, 7)) + 1e-4;
            List<Axis.Tick> ticks = new Axis(low, high, 0, 100).ticks(5);
            assertThat(ticks).as("seed %s, %s to %s", seed, low, high).hasSizeBetween(1, 6);
            assertThat(ticks).allSatisfy(t -> assertThat(t.value()).isBetween(low, high));
            assertThat(ticks.stream().map(Axis.Tick::label)).doesNotHaveDuplicates();
        }
    }

    private static List<String> labels(Axis axis) {
        return axis.ticks(5).stream().map(Axis.Tick::label).toList();
    }
}
