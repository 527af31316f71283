package org.servedyno.probe.nvml.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.fake.FakeNode;
import org.servedyno.probe.fake.FakeNvml;
import org.servedyno.probe.nvml.NvmlProbe;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;

/** Which file is loaded: each load happens in a process of its own, as the loader keeps what it has seen. */
class LibraryLoadTest {
    private static final String VERSIONED = "libnvidia-ml.so.1";
    private static final String PLAIN = "libnvidia-ml.so";

    @TempDir
    private Path folder;

    private String load(Path searched, List<Path> moreClassPath, String... arguments)
            throws IOException, InterruptedException {
        String classPath = System.getProperty("java.class.path");
        for (Path more : moreClassPath) {
            classPath += File.pathSeparator + more;
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                classPath,
                LoadedLibrary.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LD_LIBRARY_PATH", searched.toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }

    @Test
    void t01_the_versioned_name_comes_first_and_suffices() throws Exception {
        FakeNvml.in(folder.resolve("one"));
        FakeNvml.in(folder.resolve("both"));
        FakeNvml.named(folder.resolve("both").resolve(PLAIN));

        assertThat(load(folder.resolve("one"), List.of()))
                .contains(VERSIONED + " from " + folder.resolve("one").resolve(VERSIONED), "NVML_SUCCESS");
        assertThat(load(folder.resolve("both"), List.of()))
                .contains(VERSIONED + " from " + folder.resolve("both").resolve(VERSIONED));
    }

    @Test
    void t01_the_unversioned_name_is_tried_next() throws Exception {
        FakeNvml.named(folder.resolve("plain").resolve(PLAIN));

        assertThat(load(folder.resolve("plain"), List.of()))
                .contains(PLAIN + " from " + folder.resolve("plain").resolve(PLAIN), "NVML_SUCCESS");
    }

    @Test
    void t02_the_file_named_is_the_one_that_is_mapped_wherever_the_loader_found_it() throws Exception {
        Path trap = folder.resolve("classes");
        FakeNvml.named(trap.resolve("linux-x86-64").resolve(VERSIONED));

        String output = load(Files.createDirectories(folder.resolve("empty")), List.of(trap));

        assertThat(output)
                .as("JNA unpacks a library from the class path to a temporary file, and that is told")
                .startsWith(VERSIONED + " from /")
                .doesNotContain("from " + VERSIONED)
                .contains("NVML_SUCCESS");
    }

    @Test
    void t02_an_explicit_path_is_loaded_past_everything_else() throws Exception {
        Path trap = folder.resolve("classes");
        FakeNvml.named(trap.resolve("linux-x86-64").resolve(VERSIONED));
        FakeNvml.in(folder.resolve("searched"));
        Path wanted = FakeNvml.in(folder.resolve("wanted")).library();

        assertThat(load(folder.resolve("searched"), List.of(trap), wanted.toString()))
                .contains(wanted + " from " + wanted);
    }

    @Test
    void t13_a_library_that_does_not_fit_the_kernel_module_is_told_with_both_versions() throws IOException {
        FakeNvml fake = FakeNvml.named(folder.resolve("libnvidia-ml.so.550.54.14"))
                .show(FakeNode.healthy().call("nvmlInit_v2", "return 18"));
        Path link = Files.createSymbolicLink(folder.resolve(VERSIONED), fake.library());

        Optional<ProbeUnavailableException> refusal = refusal(link);

        assertThat(refusal).hasValueSatisfying(why -> {
            assertThat(why.seen())
                    .contains("NVML_ERROR_LIB_RM_VERSION_MISMATCH (18)")
                    .contains("libnvidia-ml.so.550.54.14")
                    .contains("NVIDIA UNIX x86_64 Kernel Module  535.183.01");
            assertThat(why.nextStep()).contains("reboot");
        });
    }

    private static Optional<ProbeUnavailableException> refusal(Path library) {
        try {
            NvmlProbe.over(new WithModule(NvmlLibrary.load(Optional.of(library), Map.of())))
                    .close();
            return Optional.empty();
        } catch (ProbeUnavailableException e) {
            return Optional.of(e);
        }
    }

    /** The library beside a kernel module of branch 535. */
    private record WithModule(NvmlCalls real) implements NvmlCalls {
        @Override
        public NvmlReturn call(String symbol, Object... arguments) {
            return real.call(symbol, arguments);
        }

        @Override
        public Reading<String> file(Path path) {
            return path.equals(Path.of("/proc/driver/nvidia/version"))
                    ? Reading.of("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.183.01\nGCC version: 12\n")
                    : real.file(path);
        }

        @Override
        public ClockAnchor now() {
            return real.now();
        }

        @Override
        public String library() {
            return real.library();
        }
    }
}
