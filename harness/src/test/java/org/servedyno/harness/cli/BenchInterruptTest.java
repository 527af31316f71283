package org.servedyno.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.results.store.JsonFile;

/** Ctrl-C in {@code servedyno bench}, as a real signal to a real process. */
@Timeout(90)
class BenchInterruptTest {
    private static final int ANSWERED = 3;

    @TempDir
    private Path folder;

    /** Answers three requests and is silent from then on. */
    private static String answer(int number) {
        if (number < ANSWERED) {
            return StreamingServer.stream(2, true);
        }
        try {
            Thread.sleep(60_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "";
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void ctrl_c_writes_what_was_measured_marked_partial_and_exits_130() throws Exception {
        try (StreamingServer server = StreamingServer.start(BenchInterruptTest::answer)) {
            Process process = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-Xmx192m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Main.class.getName(),
                            "bench",
                            "--base-url",
                            server.url(),
                            "--num-prompts",
                            "8",
                            "--max-concurrency",
                            "1",
                            "--ready-check-timeout-sec",
                            "0",
                            "--save-result",
                            "--result-dir",
                            folder.toString(),
                            "--result-filename",
                            "r.json"))
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("output.txt").toFile())
                    .start();
            try {
                await(server);
                new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                        .start()
                        .waitFor();
                assertThat(process.waitFor(40, TimeUnit.SECONDS)).isTrue();
                assertThat(process.exitValue()).isEqualTo(ExitCode.INTERRUPTED);
            } finally {
                process.destroyForcibly();
            }
        }
        JsonNode stamp = JsonFile.readTree(folder.resolve("r.servedyno.json"));
        assertThat(stamp.path("partial").asBoolean()).isTrue();
        assertThat(stamp.path("completed").asInt()).isEqualTo(ANSWERED);
        assertThat(folder.resolve("r.json")).isNotEmptyFile();
        assertThat(folder.resolve("output.txt")).content().contains("PARTIAL: stopped before its end");
    }

    private static void await(StreamingServer server) throws InterruptedException {
        long startNs = System.nanoTime();
        while (server.completions() <= ANSWERED && System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(40)) {
            Thread.sleep(20);
        }
        assertThat(server.completions()).isEqualTo(ANSWERED + 1);
    }
}
