package org.servedyno.results.report.vllm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.servedyno.results.report.Golden;
import org.servedyno.results.report.InEveryLocale;
import org.servedyno.results.report.vllm.VllmMetric.Kind;
import org.servedyno.results.report.vllm.VllmMetric.Percentile;

class VllmBlockTest {
    /** The figures of a recorded run of eight requests at concurrency 4. */
    static final VllmFigures RECORDED = new VllmFigures(
            8,
            3.871566067999993,
            256,
            128,
            2.06634727639627,
            OptionalDouble.empty(),
            33.06155642234032,
            99.18466926702094,
            33.0,
            8,
            List.of(
                    metric(Kind.TTFT, 168.8248977500848, 177.62941400019372, 42.99507766769454, 203.35886556975765),
                    metric(Kind.TPOT, 116.65671936666133, 117.15760333331673, 2.981015804301813, 120.49212318865435),
                    metric(Kind.ITL, 116.65671936666135, 116.12627699992117, 7.827992891690777, 133.326409450051)));

    private static VllmMetric metric(Kind kind, double meanMs, double medianMs, double stdMs, double p99Ms) {
        return new VllmMetric(kind, meanMs, medianMs, stdMs, List.of(new Percentile(99, p99Ms)));
    }

    @Test
    void a_run_with_a_bound_prints_the_recorded_rows() throws Exception {
        InEveryLocale.print(
                () -> VllmBlock.render(RECORDED, OptionalInt.of(4), OptionalDouble.empty()),
                text -> Golden.check("vllm/block-bounded.txt", text));
    }

    @Test
    void every_optional_row_and_section_has_its_place() throws Exception {
        VllmFigures full = new VllmFigures(
                1000,
                100,
                1_024_000,
                128_000,
                10,
                OptionalDouble.of(9),
                1280,
                11_520,
                1500,
                64,
                List.of(
                        new VllmMetric(Kind.TTFT, 1, 2, 3, List.of(new Percentile(50, 2), new Percentile(99.9, 4))),
                        new VllmMetric(Kind.E2EL, 10.125, 1.005, 2.675, List.of(new Percentile(90, 123_456_789.005)))));
        InEveryLocale.print(
                () -> VllmBlock.render(full, OptionalInt.of(64), OptionalDouble.of(10)),
                text -> Golden.check("vllm/block-full.txt", text));
    }

    @Test
    void a_run_without_a_single_success_prints_zeros() throws Exception {
        VllmFigures none = new VllmFigures(
                0, 1.5, 0, 0, 0, OptionalDouble.empty(), 0, 0, 0, 0, List.of(metric(Kind.TTFT, 0, 0, 0, 0)));
        Golden.check("vllm/block-none.txt", VllmBlock.render(none, OptionalInt.empty(), OptionalDouble.empty()));
    }

    @Test
    void ties_are_rounded_by_the_exact_binary_value() {
        assertThat(PythonNumbers.fixed2(0.125)).isEqualTo("0.12");
        assertThat(PythonNumbers.fixed2(0.375)).isEqualTo("0.38");
        assertThat(PythonNumbers.fixed2(1.005)).isEqualTo("1.00");
        assertThat(PythonNumbers.fixed2(2.675)).isEqualTo("2.67");
        assertThat(PythonNumbers.fixed2(1e9)).isEqualTo("1000000000.00");
    }
}
