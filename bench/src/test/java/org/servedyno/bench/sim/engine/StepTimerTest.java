package org.servedyno.bench.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.servedyno.bench.sim.model.Catalog;
import org.servedyno.bench.sim.model.Deployment;
import org.servedyno.bench.sim.model.EngineProfile;
import org.servedyno.bench.sim.model.Precision;
import org.servedyno.bench.sim.model.Roofline;
import org.servedyno.bench.sim.model.StepWork;

class StepTimerTest {
    private static final StepWork DECODE = StepWork.NONE.plus(1, 100, true);

    private final Catalog catalog = Catalog.bundled();
    private final EngineProfile profile = catalog.profile("vllm");
    private final Roofline roofline = new Roofline(new Deployment(
            catalog.model("Qwen/Qwen3-14B"), catalog.chip("h100-sxm"), profile, Precision.BF16, Precision.BF16, 1));

    private StepTimer timer(double noise, long seed) {
        return new StepTimer(roofline, profile, noise, seed);
    }

    private static double[] steps(StepTimer timer, int count) {
        return DoubleStream.generate(() -> timer.next(DECODE).totalNs())
                .limit(count)
                .toArray();
    }

    @Test
    void the_same_seed_gives_the_same_durations() {
        assertThat(steps(timer(0.01, 5), 100)).isEqualTo(steps(timer(0.01, 5), 100));
        assertThat(steps(timer(0.01, 5), 100)).isNotEqualTo(steps(timer(0.01, 6), 100));
    }

    @Test
    void starts_differ_by_a_log_normal_factor_of_the_sigma_asked_for() {
        double sigma = 0.02;
        double[] logs = LongStream.range(0, 4000)
                .mapToDouble(seed -> Math.log(timer(sigma, seed).forkFactor()))
                .toArray();

        double mean = DoubleStream.of(logs).average().orElseThrow();
        double variance = DoubleStream.of(logs)
                .map(x -> (x - mean) * (x - mean))
                .average()
                .orElseThrow();
        assertThat(mean).isCloseTo(0, within(5 * sigma / Math.sqrt(4000)));
        assertThat(Math.sqrt(variance)).isCloseTo(sigma, within(0.05 * sigma));
    }

    @Test
    void without_noise_starts_do_not_differ() {
        assertThat(timer(0, 1).forkFactor()).isEqualTo(1).isEqualTo(timer(0, 2).forkFactor());
    }

    @Test
    void the_first_step_of_a_batch_size_is_dear_and_the_extra_cost_fades() {
        StepTimer timer = timer(0, 1);
        double[] first = steps(timer, 12);
        double[] later = steps(timer, 5000);

        assertThat((first[0] - first[11]) / 1e6).isCloseTo(profile.coldShapeMillis(), within(2.0));
        assertThat(first[0]).isGreaterThan(first[1]);
        double settled = DoubleStream.of(later).skip(4000).average().orElseThrow();
        assertThat(settled).isCloseTo(roofline.cost(DECODE).totalNs(), within(0.005 * settled));
    }

    @Test
    void another_batch_size_is_cold_again() {
        StepTimer timer = timer(0, 1);
        steps(timer, 100);
        StepWork prompt = StepWork.NONE.plus(1000, 0, true);

        double cold = timer.next(prompt).totalNs() - roofline.cost(prompt).totalNs();

        assertThat(cold / 1e6).isGreaterThan(0.9 * profile.coldShapeMillis());
    }
}
