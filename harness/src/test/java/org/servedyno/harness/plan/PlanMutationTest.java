package org.servedyno.harness.plan;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlanMutationTest {
    private static final List<String> SPLINTERS = List.of(
            ":",
            "- ",
            "{",
            "}",
            "[",
            "]",
            "\"",
            "'",
            "&a ",
            "*a",
            "<<: ",
            "!!x ",
            "|\n",
            "> ",
            "? ",
            "\t",
            "\n",
            "  ",
            "#",
            "%",
            "null",
            "~",
            "-1",
            "1e999",
            ".nan",
            "0x10",
            "99999999999999999999",
            "\u0000",
            "\ud800",
            "\ud83d\ude00",
            "---\n",
            "...\n",
            "from: vllm",
            "{port}",
            ",");

    @Test
    void no_damage_to_a_plan_crashes_the_reader() {
        for (long seed = 0; seed < 4000; seed++) {
            String damaged = damage(Plans.SOUND, new Random(seed));
            assertThatCode(() -> Plans.outcome(damaged))
                    .as("seed %d:%n%s", seed, damaged)
                    .doesNotThrowAnyException();
        }
    }

    private static String damage(String plan, Random random) {
        StringBuilder text = new StringBuilder(plan);
        int wounds = 1 + random.nextInt(4);
        for (int i = 0; i < wounds && !text.isEmpty(); i++) {
            int from = random.nextInt(text.length());
            int to = Math.min(text.length(), from + random.nextInt(12));
            switch (random.nextInt(4)) {
                case 0 -> text.delete(from, to);
                case 1 -> text.insert(from, SPLINTERS.get(random.nextInt(SPLINTERS.size())));
                case 2 -> text.replace(from, to, SPLINTERS.get(random.nextInt(SPLINTERS.size())));
                default -> text.insert(random.nextInt(text.length()), text.substring(from, to));
            }
        }
        return text.toString();
    }
}
