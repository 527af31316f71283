package org.servedyno.probe.cuda.deep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.servedyno.probe.fake.PtxCompiler;

class FmaKernelTest {
    private static byte[] ptx() throws Exception {
        try (InputStream in = FmaKernel.class.getResourceAsStream("fma.ptx")) {
            assertThat(in).isNotNull();
            return in.readAllBytes();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm_70", "sm_80", "sm_90"})
    void the_kernel_compiles_for_the_architectures_it_is_meant_for(String architecture) throws Exception {
        assertThat(PtxCompiler.complaints(FmaKernel.class, "fma.ptx", architecture))
                .isEmpty();
    }

    @Test
    void the_kernel_does_as_many_multiply_adds_in_a_round_as_are_counted() throws Exception {
        String text = new String(ptx(), StandardCharsets.US_ASCII);

        long written = Pattern.compile("fma\\.rn\\.f32").matcher(text).results().count();

        assertThat(written).isEqualTo(8L * FmaKernel.STEPS_A_ROUND);
    }

    @Test
    void chains_neither_overflow_nor_settle_so_that_every_lane_keeps_a_result_of_its_own() {
        float[] lanes = FmaKernel.expected(100_000);

        assertThat(lanes).hasSize(32).doesNotHaveDuplicates();
        for (float lane : lanes) {
            assertThat(Float.isFinite(lane)).isTrue();
        }
    }

    @Test
    void results_that_differ_from_their_lane_are_counted() {
        float[] lanes = FmaKernel.expected(1);
        float[] results = new float[64];
        for (int i = 0; i < results.length; i++) {
            results[i] = lanes[i % 32];
        }
        results[40] += 1;

        assertThat(FmaKernel.differing(results, lanes)).isEqualTo(1);
    }

    @Test
    void the_clock_is_the_cycles_over_the_devices_time() {
        BlockClocks clocks = BlockClocks.of(new long[] {0, 2_000_000, 0, 1_000_000, 10, 2_000_010, 50, 1_000_050});

        assertThat(clocks.cycles()).isEqualTo(2_000_000);
        assertThat(clocks.smMhz()).isEqualTo(2_000);
    }
}
