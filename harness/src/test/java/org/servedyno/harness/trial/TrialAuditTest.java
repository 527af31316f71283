package org.servedyno.harness.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Validity;

class TrialAuditTest {
    private static Pass pass(Pass.Kind kind, int completed, String work, double throughput) {
        ClockAnchor now = ClockAnchor.now();
        return new Pass(
                "short",
                1,
                kind,
                true,
                work,
                10,
                completed,
                completed == 10 ? Map.of() : Map.of("http-503", 10 - completed),
                Map.of("output-throughput", MetricValue.of(throughput, "tok/s", completed)),
                0,
                1,
                now,
                now);
    }

    @Test
    void a_failed_request_voids_a_measured_pass_and_with_it_the_trial() {
        Validity validity = TrialAudit.of(List.of(pass(Pass.Kind.MEASURED, 9, "w", 1)));

        assertThat(validity.state()).isEqualTo(Validity.State.INVALID);
        assertThat(validity.reasons()).containsExactly("audit: 1 of 10 requests of short 1 failed");
    }

    @Test
    void a_failed_request_while_warming_up_voids_nothing() {
        assertThat(TrialAudit.of(List.of(pass(Pass.Kind.WARMUP, 9, "w", 1), pass(Pass.Kind.MEASURED, 10, "w", 1))))
                .isEqualTo(Validity.VALID);
    }

    @Test
    void passes_that_were_not_the_same_work_are_invalid() {
        assertThat(TrialAudit.of(
                                List.of(pass(Pass.Kind.MEASURED, 10, "w", 1), pass(Pass.Kind.MEASURED, 10, "other", 1)))
                        .state())
                .isEqualTo(Validity.State.INVALID);
    }

    @Test
    void the_score_never_changes_the_validity() {
        for (double throughput : new double[] {0, 1e-9, 1, 1e12}) {
            assertThat(TrialAudit.of(List.of(pass(Pass.Kind.MEASURED, 10, "w", throughput))))
                    .isEqualTo(Validity.VALID);
        }
    }
}
