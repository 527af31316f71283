package org.servedyno.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialOrderTest {
    @Test
    void four_configurations_and_seed_42_give_the_order_worked_out_by_hand() {
        // One java.util.Random(42) for the study and a fresh list shuffled for each block, worked out with the JDK
        // apart from this class.
        assertThat(TrialOrder.of(List.of("0", "1", "2", "3"), 4, 42))
                .containsExactly(
                        List.of("3", "1", "0", "2"),
                        List.of("2", "1", "3", "0"),
                        List.of("0", "3", "2", "1"),
                        List.of("1", "3", "2", "0"));
    }

    @Test
    void every_block_holds_every_configuration_once_and_the_same_seed_gives_the_same_order() {
        List<String> names = List.of("a", "b", "c", "d", "e");
        for (long seed = 0; seed < 200; seed++) {
            List<List<String>> order = TrialOrder.of(names, 6, seed);
            assertThat(order)
                    .as("seed %d", seed)
                    .hasSize(6)
                    .allSatisfy(block -> assertThat(block).containsExactlyInAnyOrderElementsOf(names));
            assertThat(TrialOrder.of(names, 6, seed)).isEqualTo(order);
        }
    }

    @Test
    void different_seeds_give_different_orders() {
        List<String> names = List.of("a", "b", "c", "d", "e");
        HashSet<List<List<String>>> orders = new HashSet<>();
        for (long seed = 0; seed < 100; seed++) {
            orders.add(TrialOrder.of(names, 6, seed));
        }
        assertThat(orders).hasSize(100);
    }
}
