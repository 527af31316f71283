package org.servedyno.probe.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs {@link ProbeBenchmark} when asked for by name; its figures are for reading, so no build runs it. */
class ProbeBenchmarkRun {
    @Test
    void a_look_at_eight_gpus() throws Exception {
        RunResult run = new Runner(new OptionsBuilder()
                        .include(ProbeBenchmark.class.getName())
                        .forks(2)
                        .warmupIterations(3)
                        .warmupTime(TimeValue.seconds(2))
                        .measurementIterations(5)
                        .measurementTime(TimeValue.seconds(2))
                        .shouldFailOnError(true)
                        .build())
                .runSingle();

        assertThat(run.getPrimaryResult().getSampleCount()).isEqualTo(10);
    }
}
