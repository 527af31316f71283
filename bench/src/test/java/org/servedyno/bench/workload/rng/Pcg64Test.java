package org.servedyno.bench.workload.rng;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The expected numbers are what numpy 1.24 printed. */
class Pcg64Test {
    @Test
    void the_seed_is_spread_as_numpy_spreads_it() {
        assertThat(SeedSequence.pool(0)).containsExactly(0xfe40eb07, 0x4f363a36, 0x4eb2009d, 0xc89a7aa7);
        assertThat(SeedSequence.pool(42)).containsExactly(0x631d3606, 0x07ae90ae, 0x6fc4be28, 0x2ced5c75);
    }

    @Test
    void the_state_after_seeding_is_numpys() {
        assertThat(Pcg64.seeded(0).state()).containsExactly(0x1aa1b5345996452dL, 0x09585eb7a69561e3L);
        assertThat(Pcg64.seeded(0).increment()).containsExactly(0x418ddadb3af71a82L, 0x588133bc447873a9L);
        assertThat(Pcg64.seeded(42).state()).containsExactly(0xcea44f6798798f2aL, 0xacbc7c9d68860ac8L);
        assertThat(Pcg64.seeded(42).increment()).containsExactly(0xfa505436c9a8416eL, 0x66caf2e28d25abffL);
    }

    @Test
    void words_are_numpys() {
        Pcg64 zero = Pcg64.seeded(0);
        assertThat(Long.toUnsignedString(zero.next64())).isEqualTo("11749869230777074271");
        assertThat(Long.toUnsignedString(zero.next64())).isEqualTo("4976686463289251617");
        Pcg64 fortyTwo = Pcg64.seeded(42);
        assertThat(Long.toUnsignedString(fortyTwo.next64())).isEqualTo("14276969152011380360");
        assertThat(Long.toUnsignedString(fortyTwo.next64())).isEqualTo("8095878257575067585");
    }

    @Test
    void integers_are_numpys() {
        assertThat(Pcg64.seeded(0).integers(0, 151643, 8))
                .containsExactly(128991, 96590, 77510, 40911, 46680, 6213, 11409, 2506);
        assertThat(Pcg64.seeded(42).integers(0, 151643, 8))
                .containsExactly(13534, 117365, 99261, 66552, 65663, 130200, 13033, 105750);
    }

    @Test
    void calls_with_other_ranges_go_on_where_the_last_one_stopped() {
        Pcg64 random = Pcg64.seeded(0);
        assertThat(random.integers(50, 151, 4)).containsExactly(135, 114, 101, 77);
        assertThat(random.integers(10, 31, 4)).containsExactly(16, 10, 11, 10);
        assertThat(random.integers(0, 151643, 4)).containsExactly(26578, 123326, 98479, 138412);
    }

    @Test
    void lengths_offsets_and_prefix_come_in_vllms_order() {
        Pcg64 random = Pcg64.seeded(42);
        assertThat(random.integers(50, 151, 4)).containsExactly(59, 128, 116, 94);
        assertThat(random.integers(10, 31, 4)).containsExactly(19, 28, 11, 24);
        assertThat(random.integers(0, 151643, 4)).containsExactly(30551, 14281, 79836, 147946);
        assertThat(random.integers(0, 151643, 8))
                .containsExactly(111571, 115421, 108800, 119201, 77827, 19427, 127341, 68297);
    }

    @Test
    void a_range_of_one_number_draws_nothing() {
        Pcg64 random = Pcg64.seeded(42);
        assertThat(random.integers(128, 129, 1000)).containsOnly(128);
        assertThat(random.integer(0, 151643)).isEqualTo(13534);
    }

    @Test
    void what_numpy_refuses_is_refused() {
        assertThatThrownBy(() -> Pcg64.seeded(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> Pcg64.seeded(1).integer(5, 5)).hasMessageContaining("[5, 5)");
    }
}
