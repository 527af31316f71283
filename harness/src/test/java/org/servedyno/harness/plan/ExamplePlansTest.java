package org.servedyno.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.servedyno.harness.plan.dryrun.DryRun;

class ExamplePlansTest {
    private static final Path EXAMPLES = Path.of("..", "examples");

    static Stream<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void every_example_reads_and_can_be_tried_dry(Path plan) {
        assertSound(Plans.reader().read(plan, PlanOverrides.NONE));
    }

    @Test
    void the_demo_reads_and_has_enough_blocks_for_a_verdict() {
        PlanOutcome outcome = Plans.reader().read(PlanSource.demo(), PlanOverrides.NONE);

        assertSound(outcome);
        assertThat(((PlanOutcome.Read) outcome).study()).satisfies(study -> {
            assertThat(study.configurations()).hasSizeGreaterThanOrEqualTo(3);
            assertThat(study.discipline().blocks()).isGreaterThanOrEqualTo(6);
            assertThat(study.simulated()).isTrue();
        });
    }

    private static void assertSound(PlanOutcome outcome) {
        assertThat(outcome).isInstanceOf(PlanOutcome.Read.class);
        String text =
                DryRun.of(((PlanOutcome.Read) outcome).study(), c -> c.command().isEmpty() ? List.of() : c.command());
        assertThat(text).contains("Estimate");
    }
}
