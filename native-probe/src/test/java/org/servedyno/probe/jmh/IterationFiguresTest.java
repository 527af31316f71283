package org.servedyno.probe.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.servedyno.results.metric.GpuWindow;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuSample;

class IterationFiguresTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final GpuWindow WINDOW = new GpuWindow(SECOND_NS, 3 * SECOND_NS);

    /** Samples at 0 to 4 s, of which 1, 2 and 3 lie in the window. */
    private static List<GpuSample> samples(int gpu, double watts, double joulesPerSecond) {
        List<GpuSample> samples = new ArrayList<>();
        for (int second = 0; second < 5; second++) {
            boolean inside = second > 0 && second < 4;
            samples.add(GpuSample.of(second * SECOND_NS, gpu, "not asked")
                    .powerWatts(Reading.of(inside ? watts : 9000.0))
                    .energyJoules(Reading.of(7000 + second * joulesPerSecond))
                    .smMhz(Reading.of(inside ? 1000 * (gpu + 1) : 1))
                    .build());
        }
        return samples;
    }

    private static List<String> results(List<GpuSample> samples, long ops) {
        return new IterationFigures(WINDOW, List.of(0, 1), samples)
                .results(ops).stream()
                        .map(result -> result.getLabel() + " " + result.getScore())
                        .toList();
    }

    private static List<GpuSample> both(List<GpuSample> one, List<GpuSample> other) {
        List<GpuSample> both = new ArrayList<>(one);
        both.addAll(other);
        return both;
    }

    @Test
    void power_and_energy_are_summed_and_clocks_are_averaged_over_the_window_alone() {
        assertThat(results(both(samples(0, 100, 110), samples(1, 300, 290)), 50))
                .containsExactly("gpu.power 400.0", "gpu.energyPerOp 16.0", "gpu.smClock 1500.0");
    }

    @Test
    void a_counter_that_stands_still_on_one_gpu_leaves_no_energy() {
        assertThat(results(both(samples(0, 100, 110), samples(1, 300, 0)), 50))
                .containsExactly("gpu.power 400.0", "gpu.smClock 1500.0");
    }

    @Test
    void a_gpu_without_samples_leaves_no_sums() {
        assertThat(results(samples(0, 100, 110), 50)).containsExactly("gpu.smClock 1000.0");
    }

    @Test
    void no_operation_has_no_energy() {
        assertThat(results(both(samples(0, 100, 110), samples(1, 300, 290)), 0))
                .containsExactly("gpu.power 400.0", "gpu.smClock 1500.0");
    }

    @Test
    void a_window_that_the_samples_do_not_cover_has_no_energy() {
        List<GpuSample> early = both(samples(0, 100, 110), samples(1, 300, 290)).stream()
                .filter(sample -> sample.monotonicNs() < 3 * SECOND_NS)
                .toList();

        assertThat(results(early, 50)).containsExactly("gpu.power 400.0", "gpu.smClock 1500.0");
    }
}
