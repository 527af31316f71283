package org.servedyno.probe.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ThroughputResult;

class GpuResultTest {
    private static IterationResult iteration() {
        IterationResult iteration = new IterationResult(null, null, null);
        iteration.addResult(new ThroughputResult(ResultRole.PRIMARY, "load", 1, 1, TimeUnit.SECONDS));
        return iteration;
    }

    @Test
    void an_iteration_without_the_figure_does_not_count_as_zero() {
        IterationResult with = iteration();
        with.addResult(GpuResult.of("gpu.energyPerOp", 4, "J/op"));
        IterationResult also = iteration();
        also.addResult(GpuResult.of("gpu.energyPerOp", 6, "J/op"));

        Result<?> over = Objects.requireNonNull(new BenchmarkResult(null, List.of(with, iteration(), also), null)
                .getSecondaryResults()
                .get("gpu.energyPerOp"));

        assertThat(over.getScore()).isEqualTo(5);
        assertThat(over.getSampleCount()).isEqualTo(2);
        assertThat(over.getScoreUnit()).isEqualTo("J/op");
    }
}
