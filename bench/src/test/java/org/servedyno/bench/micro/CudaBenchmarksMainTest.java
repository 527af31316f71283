package org.servedyno.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.servedyno.probe.fake.FakeCuda;
import org.servedyno.probe.fake.PtxCompiler;

class CudaBenchmarksMainTest {
    private static final long LIMIT_S = 180;

    @TempDir
    private Path folder;

    private record Ended(int code, String out, String err) {}

    /** The shortest run that JMH makes of these benchmarks, in a process of its own. */
    private Ended run(Path library, String... arguments) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djmh.ignoreLock=true",
                "-cp",
                System.getProperty("java.class.path"),
                CudaBenchmarksMain.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("SERVEDYNO_CUDA", library.toString());
        Process process = builder.start();
        try {
            assertThat(process.waitFor(LIMIT_S, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    @Test
    void without_a_driver_they_say_so_and_end_with_1() throws Exception {
        Path nowhere = folder.resolve("libcuda.so.1");

        Ended ended = run(nowhere);

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err())
                .contains("CUDA's driver cannot be used here, nothing was measured")
                .contains("tried: " + nowhere)
                .contains("seen:")
                .contains("next:");
        assertThat(ended.out()).isEmpty();
    }

    @Test
    void a_wrong_option_ends_with_2() throws Exception {
        assertThat(run(folder.resolve("libcuda.so.1"), "--no-such-option").code())
                .isEqualTo(2);
    }

    @Test
    void with_a_driver_each_benchmark_runs_in_a_fork_and_shows_what_it_moved() throws Exception {
        Path library = FakeCuda.build(folder.resolve("fake")).library();

        Ended ended =
                run(library, "-f", "1", "-wi", "0", "-i", "1", "-r", "100ms", "-p", "sizeMib=1", "-p", "edge=256");

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out())
                .contains("CudaCopies.hostToDevice:mebibytes")
                .contains("CudaCopies.deviceToHost:mebibytes")
                .contains("CudaLaunches.launchAndWait")
                .contains("CudaNaiveGemm.product:megaflop");
    }

    @Test
    void a_benchmark_that_fails_ends_with_1() throws Exception {
        Path library = FakeCuda.build(folder.resolve("fake"))
                .script("call.cuMemcpyHtoD_v2 = return 719")
                .library();

        Ended ended = run(
                library, "CudaCopies.hostToDevice", "-f", "1", "-wi", "0", "-i", "1", "-r", "100ms", "-p", "sizeMib=1");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out() + ended.err()).contains("CUDA_ERROR_LAUNCH_FAILED (719)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm_70", "sm_90"})
    void the_kernels_compile_for_the_architectures_they_are_meant_for(String architecture) throws Exception {
        assertThat(PtxCompiler.complaints(Gpu.class, "kernels.ptx", architecture))
                .isEmpty();
    }
}
