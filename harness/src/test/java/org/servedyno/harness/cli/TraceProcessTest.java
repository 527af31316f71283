package org.servedyno.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.results.store.stream.GpuTrace;

/** {@code servedyno trace} as a process: what its command hears and says, and how both end. */
@EnabledOnOs(OS.LINUX)
class TraceProcessTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void killWhatIsLeft() {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private String read(String name) throws IOException {
        return Files.exists(file(name)) ? Files.readString(file(name)) : "";
    }

    /**
     * Its stdin is a pipe that holds {@code from stdin}; stdout and stderr are files. It has a session of its own, for the terminal that a
     * test may run on would send SIGINT to its command as well.
     */
    private Process trace(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "setsid",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx192m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "trace",
                "--simulate",
                "h100-sxm"));
        command.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(command)
                .redirectOutput(file("out").toFile())
                .redirectError(file("err").toFile())
                .start();
        started.add(process);
        try (var stdin = process.getOutputStream()) {
            stdin.write("from stdin\n".getBytes(StandardCharsets.UTF_8));
        }
        return process;
    }

    private static int exitCode(Process process) throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private void await(String name, String text) throws IOException, InterruptedException {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (!read(name).contains(text)) {
            assertThat(System.nanoTime() - endNs).as("%s: %s", name, read(name)).isNegative();
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private static boolean isRecorder(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/cmdline")).contains("TraceRecorderMain");
        } catch (IOException gone) {
            return false;
        }
    }

    private static void signal(String name, long pid) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("sh", "-c", "kill -s " + name + " " + pid)
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void a_command_has_stdin_and_stdout_and_its_exit_code_is_passed_on() throws Exception {
        Process process = trace("--", "sh", "-c", "cat; echo to stderr >&2; exit 7");

        assertThat(exitCode(process)).isEqualTo(7);
        assertThat(read("out")).isEqualTo("from stdin\n");
        assertThat(read("err")).startsWith("to stderr\nSIMULATED  1 GPU, ").contains("Recorder");
    }

    @Test
    void a_command_that_a_signal_ends_gives_128_and_its_number() throws Exception {
        assertThat(exitCode(trace("sh", "-c", "kill -s SEGV $$"))).isEqualTo(128 + 11);
        assertThat(read("err")).contains("SIMULATED");
    }

    @Test
    void sigterm_and_sigint_are_passed_on_and_the_command_decides() throws Exception {
        for (String name : List.of("TERM", "INT")) {
            Files.deleteIfExists(file("out"));
            Process process = trace(
                    "--out",
                    file(name + ".gz").toString(),
                    "--",
                    "sh",
                    "-c",
                    "trap 'echo heard " + name + "; exit 5' " + name + "; echo ready; while :; do sleep 0.05; done");
            await("out", "ready");

            signal(name, process.pid());

            assertThat(exitCode(process)).as(name).isEqualTo(5);
            assertThat(read("out")).isEqualTo("ready\nheard " + name + "\n");
            assertThat(GpuTrace.read(file(name + ".gz")).complete()).as(name).isTrue();
        }
    }

    @Test
    void a_command_that_does_not_care_about_sigterm_ends_of_it() throws Exception {
        Process process = trace("--", "sh", "-c", "echo ready; exec sleep 60");
        await("out", "ready");

        process.destroy();

        assertThat(exitCode(process)).isEqualTo(128 + 15);
    }

    @Test
    void the_recorders_death_does_not_touch_the_command_and_is_told() throws Exception {
        Path go = file("go");
        Process process = trace(
                "--out",
                file("cut.gz").toString(),
                "--",
                "sh",
                "-c",
                "echo ready; while [ ! -e " + go + " ]; do sleep 0.05; done; exit 4");
        await("out", "ready");
        ProcessHandle recorder = process.descendants()
                .filter(child -> isRecorder(child.pid()))
                .findFirst()
                .orElseThrow();
        signal("KILL", recorder.pid());
        recorder.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        Files.createFile(go);

        assertThat(exitCode(process)).isEqualTo(4);
        assertThat(read("err")).contains("the recorder ended too early (exit code 137)", "the trace was cut off");
        assertThat(GpuTrace.read(file("cut.gz")).complete()).isFalse();
    }

    @Test
    void without_a_command_sigint_ends_the_recording_well() throws Exception {
        Process process = trace("--out", file("gpu.gz").toString());
        await("err", "recording until Ctrl-C");
        TimeUnit.MILLISECONDS.sleep(300);

        signal("INT", process.pid());

        assertThat(exitCode(process)).isZero();
        assertThat(GpuTrace.read(file("gpu.gz")).complete()).isTrue();
        assertThat(read("out")).startsWith("SIMULATED");
    }

    @Test
    void a_time_that_sigint_cuts_short_gives_130() throws Exception {
        Process process = trace("--out", file("gpu.gz").toString(), "--duration", "1h");
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (!Files.exists(file("gpu.gz"))) {
            assertThat(System.nanoTime() - endNs).isNegative();
            TimeUnit.MILLISECONDS.sleep(20);
        }
        TimeUnit.MILLISECONDS.sleep(500);

        signal("INT", process.pid());

        assertThat(exitCode(process)).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(read("out")).startsWith("SIMULATED");
    }
}
