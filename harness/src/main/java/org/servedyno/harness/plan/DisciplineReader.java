package org.servedyno.harness.plan;

import java.util.Optional;
import org.servedyno.harness.plan.document.Section;
import org.servedyno.harness.plan.document.Value;
import org.servedyno.harness.plan.words.Defaults;
import org.servedyno.harness.plan.words.PlanKeys;
import org.servedyno.harness.plan.words.PlanWords;
import org.servedyno.results.model.Discipline;

/** Reads {@code discipline}. */
final class DisciplineReader {
    /** Far beyond any study that ends; a slip of the finger is not run for months. */
    static final int MOST_BLOCKS = 1000;

    private static final int MOST_PASSES = 1000;
    private static final int MOST_RETRIES = 10;

    private DisciplineReader() {}

    static Discipline read(Optional<Value> discipline) {
        Optional<Section> section = discipline.flatMap(
                v -> v.section("discipline", PlanKeys.DISCIPLINE, PlanKeys.homesOutside("discipline")));
        Optional<Section> warmup = section.flatMap(s -> s.get("warmup"))
                .flatMap(v -> v.section("warmup", PlanKeys.WARMUP, PlanKeys.homesOutside("discipline.warmup")));
        int warmupPasses = small(warmup, "passes", 0, MOST_PASSES, Defaults.WARMUP_PASSES);
        boolean untilSteady = warmup.flatMap(s -> s.get("until"))
                .flatMap(v -> v.oneOf("end of warmup", PlanWords.WARMUP_ENDS))
                .map("steady"::equals)
                .orElse(Defaults.WARMUP_UNTIL_STEADY);
        int cap = small(warmup, "cap", 0, MOST_PASSES, Math.max(Defaults.WARMUP_CAP, warmupPasses));
        if (cap < warmupPasses) {
            warmup.flatMap(s -> s.get("cap"))
                    .ifPresent(v -> v.problem("cap must be at least passes, which is " + warmupPasses));
        }
        return new Discipline(
                small(section, "blocks", 1, MOST_BLOCKS, Defaults.BLOCKS),
                warmupPasses,
                untilSteady,
                untilSteady ? cap : warmupPasses,
                small(section, "passes", 1, MOST_PASSES, Defaults.PASSES),
                seed(section),
                small(section, "retries", 0, MOST_RETRIES, Defaults.RETRIES));
    }

    private static int small(Optional<Section> section, String key, int min, int max, int standard) {
        return section.flatMap(s -> s.get(key))
                .map(v -> v.smallNumber(min, max).orElse(standard))
                .orElse(standard);
    }

    private static long seed(Optional<Section> section) {
        return section.flatMap(s -> s.get("seed"))
                .map(v -> v.wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE).orElse(Defaults.STUDY_SEED))
                .orElse(Defaults.STUDY_SEED);
    }
}
