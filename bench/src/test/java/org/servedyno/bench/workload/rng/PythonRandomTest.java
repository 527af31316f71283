package org.servedyno.bench.workload.rng;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The expected numbers are what CPython 3.11 printed. */
class PythonRandomTest {
    @Test
    void words_are_cpythons() {
        PythonRandom zero = PythonRandom.seeded(0);
        assertThat(new long[] {word(zero), word(zero), word(zero)})
                .containsExactly(3626764237L, 1654615998L, 3255389356L);
        PythonRandom fortyTwo = PythonRandom.seeded(42);
        assertThat(new long[] {word(fortyTwo), word(fortyTwo), word(fortyTwo)})
                .containsExactly(2746317213L, 478163327L, 107420369L);
    }

    private static long word(PythonRandom random) {
        return random.bits(32) & 0xFFFFFFFFL;
    }

    @Test
    void the_sign_of_a_seed_does_not_matter() {
        assertThat(PythonRandom.seeded(-42).bits(32))
                .isEqualTo(PythonRandom.seeded(42).bits(32));
    }

    @Test
    void shuffles_are_cpythons() {
        assertThat(shuffled(0, 10)).containsExactly(7, 8, 1, 5, 3, 4, 2, 0, 9, 6);
        assertThat(shuffled(42, 10)).containsExactly(7, 3, 2, 8, 5, 6, 9, 4, 0, 1);
        assertThat(shuffled(0, 94145))
                .startsWith(35774, 9897, 49889, 90736, 23354)
                .endsWith(55125, 50494);
        assertThat(shuffled(42, 94145))
                .startsWith(394, 90188, 80946, 32917, 77246)
                .endsWith(14592, 83810);
    }

    private static List<Integer> shuffled(long seed, int size) {
        List<Integer> list = IntStream.range(0, size).boxed().collect(Collectors.toCollection(ArrayList::new));
        PythonRandom.seeded(seed).shuffle(list);
        return list;
    }

    @Test
    void choices_are_cpythons() {
        assertThat(PythonRandom.seeded(0).choices(100, 6)).containsExactly(84, 75, 42, 25, 51, 40);
        assertThat(PythonRandom.seeded(42).choices(100, 6)).containsExactly(63, 2, 27, 22, 73, 67);
    }

    @Test
    void single_choices_are_cpythons() {
        PythonRandom random = PythonRandom.seeded(0);
        assertThat(IntStream.range(0, 6).map(i -> random.below(100))).containsExactly(49, 97, 53, 5, 33, 65);
    }

    @Test
    void every_bound_is_kept_up_to_the_largest() {
        PythonRandom random = PythonRandom.seeded(7);
        for (int bound : new int[] {1, 2, 3, 1 << 30, Integer.MAX_VALUE}) {
            for (int i = 0; i < 200; i++) {
                assertThat(random.below(bound)).isBetween(0, bound - 1);
            }
        }
        assertThatThrownBy(() -> random.below(0)).hasMessageContaining("at least 1");
    }
}
