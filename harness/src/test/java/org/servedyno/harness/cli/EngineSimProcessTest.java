package org.servedyno.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The simulated engine as a process: how it ends, by signals and by failures it acts out. */
class EngineSimProcessTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int SEGMENTATION_FAULT = 139;
    private static final int TERMINATED = 143;

    private final List<Process> started = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void killWhatIsLeft() {
        started.forEach(Process::destroyForcibly);
    }

    private record Running(Process process, String url) {}

    private Running start(String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx192m",
                "-cp",
                System.getProperty("java.class.path"),
                EngineSimMain.class.getName(),
                "--port",
                "0",
                "--start-seconds",
                "0",
                "--model",
                "Qwen/Qwen3-0.6B"));
        command.addAll(Arrays.asList(args));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        started.add(process);
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        List<String> seen = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            seen.add(line);
            int address = line.indexOf("listening on ");
            if (address >= 0) {
                assertThat(line).startsWith("servedyno engine-sim: SIMULATED ");
                return new Running(process, line.substring(address + "listening on ".length()));
            }
        }
        throw new AssertionError("the engine did not start: " + seen);
    }

    private HttpResponse<String> complete(Running engine) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(engine.url() + "/v1/completions"))
                .timeout(PATIENCE)
                .POST(HttpRequest.BodyPublishers.ofString("{\"prompt\":\"x\",\"max_tokens\":1}"))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static int exitStatus(Process process) throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Test
    void it_serves_until_it_is_told_to_stop() throws Exception {
        Running engine = start();

        HttpResponse<String> answer = complete(engine);
        engine.process().destroy();

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("server").orElseThrow()).contains(Version.number(), "SIMULATED");
        assertThat(exitStatus(engine.process())).isEqualTo(TERMINATED);
    }

    @Test
    void a_crash_leaves_the_status_of_a_segmentation_fault() throws Exception {
        Running engine = start("--fail", "crash-after:1");

        assertThat(complete(engine).statusCode()).isEqualTo(200);
        assertThatThrownBy(() -> complete(engine)).isInstanceOf(IOException.class);

        assertThat(exitStatus(engine.process())).isEqualTo(SEGMENTATION_FAULT);
    }

    @Test
    void an_engine_that_ignores_signals_serves_on_until_it_is_killed() throws Exception {
        Running engine = start("--fail", "ignore-sigterm");

        engine.process().destroy();

        assertThat(engine.process().waitFor(500, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(complete(engine).statusCode()).isEqualTo(200);
        engine.process().destroyForcibly();
        assertThat(exitStatus(engine.process())).isEqualTo(137);
    }
}
