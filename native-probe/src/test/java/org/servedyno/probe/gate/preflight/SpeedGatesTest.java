package org.servedyno.probe.gate.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Status;

class SpeedGatesTest {
    private static final HealthyNode NODE = HealthyNode.of("h100-sxm", 2);

    private static HealthyNode measured(double hostGBps, double deviceGBps, double peerGBps) {
        CudaInventory cuda = CudaAnswers.of(NODE.inventory(), 132)
                .withDeep(Reading.of(CudaAnswers.deep(2, hostGBps, deviceGBps, peerGBps)));
        return NODE.in(context -> context.withCuda(Reading.of(cuda)));
    }

    @ParameterizedTest
    @CsvSource({
        "47, 2500, 360, 'from host 47 GB/s, not 48, to host 47 GB/s, not 48'",
        "54, 1900, 360, 'in device 1900 GB/s, not 1905'",
        "54, 2500, 300, 'to device 1 300 GB/s, not 335'"
    })
    void a_slow_copy_fails_and_is_named(double hostGBps, double deviceGBps, double peerGBps, String seen) {
        GateResult result = measured(hostGBps, deviceGBps, peerGBps).gate("PERF-1");

        assertThat(result.status()).isEqualTo(Status.FAIL);
        assertThat(result.seen()).isEqualTo(seen);
    }

    @Test
    void fast_copies_pass() {
        assertThat(measured(54, 2500, 360).gate("PERF-1").status()).isEqualTo(Status.PASS);
        assertThat(measured(54, 2500, 360).gate("PERF-1").seen()).isEqualTo("4 copies fast enough");
    }

    @Test
    void what_was_not_measured_is_not_judged() {
        assertThat(NODE.gate("PERF-1").seen()).isEqualTo("not measured; --deep");
        assertThat(measured(1, 1, 1)
                        .in(context -> context.expecting(Optional.empty(), OptionalInt.empty()))
                        .gate("PERF-1")
                        .seen())
                .startsWith("no profile");
    }
}
