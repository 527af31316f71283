package org.servedyno.harness.plan.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClosestWordTest {
    private static final List<String> KEYS = List.of("prompts", "path", "input", "output", "seed");

    @Test
    void a_letter_left_out_put_in_changed_or_swapped_is_a_slip() {
        assertThat(ClosestWord.to("promts", KEYS)).hasValue("prompts");
        assertThat(ClosestWord.to("promptss", KEYS)).hasValue("prompts");
        assertThat(ClosestWord.to("imput", KEYS)).hasValue("input");
        assertThat(ClosestWord.to("sede", KEYS)).hasValue("seed");
        assertThat(ClosestWord.to("Prompts", KEYS)).hasValue("prompts");
    }

    @Test
    void a_word_of_its_own_is_not() {
        assertThat(ClosestWord.to("temperature", KEYS)).isEmpty();
        assertThat(ClosestWord.to("x", KEYS)).isEmpty();
        assertThat(ClosestWord.to("", KEYS)).isEmpty();
    }

    @Test
    void the_nearest_of_several_wins() {
        assertThat(ClosestWord.to("outpot", List.of("outpost", "output"))).hasValue("outpost");
        assertThat(ClosestWord.to("outputs", List.of("outpost", "output"))).hasValue("output");
    }
}
