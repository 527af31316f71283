package org.servedyno.probe.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Effect;
import org.servedyno.results.model.gpu.GateResult.Status;

class GateChecksTest {
    private static GateResult gate(String id, Status status, String expected, String seen, String advice) {
        return new GateResult(id, OptionalInt.empty(), status, Effect.NONE, expected, seen, advice);
    }

    private static List<String> problems(GateResult... gates) throws Exception {
        return GateChecks.problems(Doctored.inventory().read(), List.of(gates));
    }

    @Test
    void a_sound_list_has_no_problem() throws Exception {
        assertThat(problems(
                        gate("LIB-1", Status.PASS, "NVML loads", "it did", ""),
                        gate("LIB-2", Status.WARN, "driver 535 or later", "470.1", "update it")))
                .isEmpty();
    }

    @Test
    void each_thing_that_a_gate_leaves_out_is_found() throws Exception {
        assertThat(problems()).containsExactly("gates: none");
        assertThat(problems(gate("lib1", Status.PASS, "NVML loads", "it did", "")))
                .hasSize(1);
        assertThat(problems(gate("LIB-1", Status.PASS, "", "it did", ""))).hasSize(1);
        assertThat(problems(gate("LIB-1", Status.SKIP, "NVML loads", " ", ""))).hasSize(1);
        assertThat(problems(gate("LIB-1", Status.FAIL, "NVML loads", "no", ""))).hasSize(1);
        assertThat(problems(gate("LIB-1", Status.WARN, "NVML loads", "late", "")))
                .hasSize(1);
    }

    @Test
    void a_gate_that_speaks_twice_or_of_no_gpu_is_found() throws Exception {
        GateResult pass = gate("LIB-1", Status.PASS, "NVML loads", "it did", "");
        GateResult nowhere = new GateResult("MIG-1", OptionalInt.of(2), Status.PASS, Effect.NONE, "MIG off", "off", "");

        assertThat(problems(pass, pass)).containsExactly("gate LIB-1: twice");
        assertThat(problems(nowhere)).containsExactly("gate MIG-1 GPU 2: there is no such GPU");
    }
}
