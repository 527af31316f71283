package org.servedyno.probe.gate.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Effect;
import org.servedyno.results.model.gpu.GateResult.Status;

/** Gates that judge one fact of a GPU; a subclass names the facts of its group in {@code facts()}. */
abstract class FactTests {
    private static final String UNREADABLE = "NVML_ERROR_NO_PERMISSION";

    /**
     * One fact with a value that a gate judges.
     *
     * @param id the gate
     * @param path the fact
     * @param value its value on one GPU of a healthy node
     * @param status what the gate says
     * @param effect what that means
     * @param seen part of the evidence
     * @param needed whether the gate is skipped without the fact
     */
    record Fact(String id, String path, Object value, Status status, Effect effect, String seen, boolean needed) {
        static Fact pass(String id, String path, Object value, String seen) {
            return new Fact(id, path, value, Status.PASS, Effect.NONE, seen, true);
        }

        static Fact warn(String id, String path, Object value, String seen) {
            return new Fact(id, path, value, Status.WARN, Effect.NONE, seen, true);
        }

        static Fact suspect(String id, String path, Object value, String seen) {
            return new Fact(id, path, value, Status.WARN, Effect.SUSPECT, seen, true);
        }

        static Fact fail(String id, String path, Object value, String seen) {
            return new Fact(id, path, value, Status.FAIL, Effect.INVALID, seen, true);
        }

        /** The same fact, where its absence leaves the gate something else to judge by. */
        Fact optional() {
            return new Fact(id, path, value, status, effect, seen, false);
        }

        @Override
        public String toString() {
            return id + " with " + path + " = " + value + ": " + status;
        }
    }

    private static final HealthyNode NODE = HealthyNode.of("h100-sxm", 8);

    @ParameterizedTest(name = "{0}")
    @MethodSource("facts")
    void a_gpu_is_judged_by_its_facts(Fact fact) {
        HealthyNode node = NODE.with(fact.path(), Reading.of(fact.value()));
        GateResult result = node.gate(fact.id());

        assertThat(result.status()).isEqualTo(fact.status());
        assertThat(result.effect()).isEqualTo(fact.effect());
        assertThat(result.seen()).contains(fact.seen());
        assertThat(result.advice().isEmpty()).isEqualTo(fact.status() == Status.PASS);
        assertThat(node.gate(fact.id(), 0).status()).as("the other GPU").isEqualTo(Status.PASS);
    }

    @ParameterizedTest(name = "{0}, or absent")
    @MethodSource("facts")
    void a_fact_that_cannot_be_read_skips_its_gate_with_the_reason(Fact fact) {
        GateResult result = NODE.with(fact.path(), Reading.absent(UNREADABLE)).gate(fact.id());

        assertThat(result.status()).isEqualTo(fact.needed() ? Status.SKIP : Status.PASS);
        assertThat(result.effect()).isEqualTo(Effect.NONE);
        assertThat(result.seen().contains(UNREADABLE)).isEqualTo(fact.needed());
    }
}
