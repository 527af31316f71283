package org.servedyno.harness.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.servedyno.harness.engine.Captures;
import org.servedyno.harness.engine.http.EngineHttp;
import org.servedyno.results.model.Reading;

final class SettingsReaderTest {
    @Test
    void vllms_settings_are_read_from_its_endpoints_and_its_log() throws Exception {
        Observations seen = read(
                Map.of(
                        "/version", Captures.text("vllm-version.json"),
                        "/v1/models", Captures.text("vllm-models.json"),
                        "/server_info", Captures.text("vllm-server-info.json")),
                Captures.lines("vllm-0.32.log"));

        assertThat(value(seen, "version")).contains("0.32.0");
        assertThat(value(seen, "model")).contains("tiny-qwen3");
        assertThat(value(seen, "max-model-len")).contains("2048");
        assertThat(value(seen, "dtype")).contains("bfloat16");
        assertThat(value(seen, "max-num-seqs")).contains("16");
        assertThat(value(seen, "max-num-batched-tokens")).contains("2048");
        assertThat(value(seen, "prefix-cache")).contains("true");
        assertThat(value(seen, "kv-cache-tokens")).contains("1048576");
        assertThat(seen.sources())
                .containsEntry(
                        "max-num-seqs",
                        "GET /server_info?config_format=json /vllm_config/scheduler_config/max_num_seqs");
    }

    @Test
    void what_vllm_answers_null_to_stays_unproved() throws Exception {
        Observations seen =
                read(Map.of("/server_info", Captures.text("vllm-server-info.json")), Captures.lines("vllm-0.32.log"));
        Expectations checked =
                Expectations.check(Map.of("attention-backend", "fa3", "quantization", "fp8"), seen.settings());

        assertThat(checked.mismatches()).isEmpty();
        assertThat(checked.unproved())
                .containsExactly(
                        "attention-backend: expected fa3, not proved (GET /server_info?config_format=json: null)",
                        "quantization: expected fp8, not proved (GET /server_info?config_format=json: null)");
    }

    @Test
    void without_development_endpoints_the_log_still_tells_the_size_of_the_kv_cache() throws Exception {
        Observations seen = read(Map.of(), Captures.lines("vllm-0.32-eager.log"));

        assertThat(value(seen, "kv-cache-tokens")).contains("524288");
        assertThat(seen.sources()).containsEntry("kv-cache-tokens", "engine.log");
        assertThat(value(seen, "version")).contains("0.32.0");
    }

    @Test
    void a_gpu_build_names_its_attention_backend_in_the_log() throws Exception {
        assertThat(value(
                        read(Map.of(), List.of("INFO 11-30 [cuda.py:1] Using FLASH_ATTN attention backend out of ...")),
                        "attention-backend"))
                .contains("FLASH_ATTN");
        assertThat(value(read(Map.of(), List.of("Using Flash Attention backend on V1 engine.")), "attention-backend"))
                .contains("Flash Attention");
    }

    @Test
    void llama_cpps_settings_are_read_from_its_props() throws Exception {
        Observations seen = read(
                Map.of(
                        "/v1/models",
                        Captures.text("llama.cpp-models.json"),
                        "/props",
                        Captures.text("llama.cpp-props.json")),
                Captures.lines("llama.cpp.log"));

        assertThat(value(seen, "model")).contains("tiny-qwen3");
        assertThat(value(seen, "max-model-len")).contains("2048");
        assertThat(value(seen, "quantization")).contains("all F32");
        assertThat(value(seen, "max-num-seqs")).contains("4");
        assertThat(seen.setting("dtype").absentReason()).contains("GET /server_info?config_format=json: HTTP 404");
    }

    @Test
    void a_server_that_is_gone_costs_reasons_and_no_exception() throws Exception {
        EngineHttp nobody = new EngineHttp(URI.create("http://127.0.0.1:9"), Optional.empty());

        assertThat(SettingsReader.read(nobody, List.of()).settings().values())
                .isNotEmpty()
                .allMatch(reading -> reading instanceof Reading.Absent);
    }

    private static Optional<String> value(Observations seen, String name) {
        return seen.setting(name).toOptional();
    }

    private static Observations read(Map<String, String> answers, List<String> log)
            throws IOException, InterruptedException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body =
                    answers.getOrDefault(exchange.getRequestURI().getPath(), "").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(body.length == 0 ? 404 : 200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
            return SettingsReader.read(new EngineHttp(base, Optional.empty()), log);
        } finally {
            server.stop(0);
        }
    }
}
