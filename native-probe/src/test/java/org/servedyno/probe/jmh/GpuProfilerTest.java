package org.servedyno.probe.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.servedyno.probe.fake.FakeNode;
import org.servedyno.probe.fake.FakeNvml;

class GpuProfilerTest {
    private static final int ITERATIONS = 2;

    @TempDir
    private Path folder;

    private static ChainedOptionsBuilder options(Path library, String profilerOptions) {
        return new OptionsBuilder()
                .include(ScriptedLoad.class.getName() + ".load")
                .param("library", library.toString())
                .addProfiler(GpuProfiler.class, profilerOptions)
                .warmupIterations(ITERATIONS)
                .warmupTime(TimeValue.milliseconds(300))
                .measurementIterations(ITERATIONS)
                .measurementTime(TimeValue.milliseconds(1200))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }

    private RunResult run(int forks) throws RunnerException {
        Path library = FakeNvml.in(folder)
                .show(ScriptedLoad.node(ScriptedLoad.WARM_WATTS))
                .library();
        return new Runner(options(library, "hz=20;nvml=" + library).forks(forks).build()).runSingle();
    }

    @SuppressWarnings("rawtypes") // as JMH declares them
    private static double score(Map<String, Result> figures, String label) {
        return Objects.requireNonNull(figures.get(label)).getScore();
    }

    @SuppressWarnings("rawtypes")
    private static void holdsTheTruthOfTheMeasuredIterations(RunResult run) {
        Map<String, Result> figures = run.getSecondaryResults();
        double watts = ScriptedLoad.GPUS * ScriptedLoad.MEASURED_WATTS;
        double opsPerSecond = run.getPrimaryResult().getScore();

        assertThat(figures).containsOnlyKeys("gpu.power", "gpu.energyPerOp", "gpu.smClock", "gpu.utilization");
        assertThat(figures.values())
                .allSatisfy(figure -> assertThat(figure.getSampleCount()).isEqualTo(ITERATIONS));
        assertThat(score(figures, "gpu.power")).isCloseTo(watts, withinPercentage(1));
        assertThat(score(figures, "gpu.energyPerOp")).isCloseTo(watts / opsPerSecond, withinPercentage(20));
        assertThat(score(figures, "gpu.smClock")).isEqualTo(ScriptedLoad.MEASURED_MHZ);
        assertThat(score(figures, "gpu.utilization")).isEqualTo(ScriptedLoad.MEASURED_PERCENT);
        assertThat(figures.values())
                .extracting(figure -> figure.getScoreUnit())
                .containsExactlyInAnyOrder("W", "J/op", "MHz", "%");
    }

    @Test
    void a_forked_benchmark_has_the_figures_of_its_measured_iterations_and_nothing_of_its_warmup() throws Exception {
        holdsTheTruthOfTheMeasuredIterations(run(1));
    }

    @Test
    void a_benchmark_in_this_process_has_them_too() throws Exception {
        holdsTheTruthOfTheMeasuredIterations(run(0));
    }

    @Test
    void without_a_driver_jmh_ends_before_it_runs_anything_and_says_what_was_tried() {
        Path missing = folder.resolve("libnvidia-ml.so.1");
        Runner runner = new Runner(options(missing, "nvml=" + missing).forks(0).build());

        assertThatExceptionOfType(RunnerException.class)
                .isThrownBy(runner::runSingle)
                .havingCause()
                .isInstanceOf(ProfilerException.class)
                .withMessageContainingAll("no GPU can be recorded", "tried: ", missing.toString(), "seen: ", "next: ");
    }

    @Test
    void a_gpu_that_is_not_there_is_refused() {
        Path library =
                FakeNvml.in(folder).show(FakeNode.healthy().with("gpus", 2)).library();

        assertThatExceptionOfType(ProfilerException.class)
                .isThrownBy(() -> new GpuProfiler("gpu=0,5;nvml=" + library))
                .withMessageContaining("no GPU [5]");
    }

    @Test
    void options_that_make_no_sense_are_refused() {
        for (String wrong : new String[] {"hz=0", "hz=21", "hz=fast", "gpu=-1", "gpus=1"}) {
            assertThatExceptionOfType(ProfilerException.class)
                    .as(wrong)
                    .isThrownBy(() -> new GpuProfiler(wrong))
                    .withMessageNotContaining("no GPU");
        }
    }
}
