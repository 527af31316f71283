package org.servedyno.results.report.vllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.servedyno.results.report.Golden;
import org.servedyno.results.report.InEveryLocale;

class VllmJsonTest {
    private static final LocalDateTime DATE = LocalDateTime.of(2026, 11, 30, 23, 48, 1);

    private static VllmRun run(Map<String, String> metadata, OptionalDouble rate, OptionalInt bound) {
        return new VllmRun(
                DATE,
                "openai",
                Optional.empty(),
                "Qwen/tiny-qwen3",
                "/models/tiny-qwen3",
                8,
                metadata,
                rate,
                1.0,
                bound);
    }

    @Test
    void keys_stand_in_vllm_s_order() throws Exception {
        VllmRun run = run(Map.of(), OptionalDouble.empty(), OptionalInt.of(4));
        InEveryLocale.print(
                () -> VllmJson.render(run, VllmBlockTest.RECORDED, List.of()),
                text -> Golden.check("vllm/result.json", text));
    }

    @Test
    void detailed_lists_cover_every_request_failed_ones_too() throws Exception {
        VllmRun run = run(Map.of("version", "0.11.0"), OptionalDouble.of(10), OptionalInt.empty());
        List<VllmDetail> details = List.of(
                new VllmDetail(32, 3, 0.0668, List.of(0.125, 1e-5), "Größe \u007f \"当\" \uD83D\uDE00\n", ""),
                new VllmDetail(32, 0, 0, List.of(), "", "Bad Request"));
        Golden.check("vllm/result-detailed.json", VllmJson.render(run, VllmBlockTest.RECORDED, details));
    }

    @Test
    void metadata_overwrites_the_keys_above_it_and_not_those_below() throws Exception {
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put("model_id", "renamed");
        metadata.put("duration", "long");
        JsonNode json = new ObjectMapper()
                .readTree(VllmJson.render(
                        run(metadata, OptionalDouble.empty(), OptionalInt.empty()), VllmBlockTest.RECORDED, List.of()));
        assertThat(json.get("model_id").asText()).isEqualTo("renamed");
        assertThat(json.get("duration").isDouble()).isTrue();
        assertThat(json.get("max_concurrency").isNull()).isTrue();
    }

    @Test
    void the_file_is_named_as_vllm_names_it() {
        assertThat(VllmJson.fileName(run(Map.of(), OptionalDouble.empty(), OptionalInt.of(4))))
                .isEqualTo("openai-infqps-concurrency4-tiny-qwen3-20261130-234801.json");
        assertThat(VllmJson.fileName(run(Map.of(), OptionalDouble.of(10), OptionalInt.empty())))
                .isEqualTo("openai-10.0qps-tiny-qwen3-20261130-234801.json");
    }

    @Test
    void floats_are_written_as_python_s_repr() {
        assertThat(PythonNumbers.repr(3.871566067999993)).isEqualTo("3.871566067999993");
        assertThat(PythonNumbers.repr(100)).isEqualTo("100.0");
        assertThat(PythonNumbers.repr(-0.0)).isEqualTo("-0.0");
        assertThat(PythonNumbers.repr(0.0001)).isEqualTo("0.0001");
        assertThat(PythonNumbers.repr(0.00001)).isEqualTo("1e-05");
        assertThat(PythonNumbers.repr(-1.5e-7)).isEqualTo("-1.5e-07");
        assertThat(PythonNumbers.repr(1e15)).isEqualTo("1000000000000000.0");
        assertThat(PythonNumbers.repr(1e16)).isEqualTo("1e+16");
        assertThat(PythonNumbers.repr(2e-3)).isEqualTo("0.002");
        assertThat(PythonNumbers.repr(2.2250738585072014e-308)).isEqualTo("2.2250738585072014e-308");
        assertThat(PythonNumbers.repr(4.9e-324)).isEqualTo("5e-324");
        assertThat(PythonNumbers.repr(1.7976931348623157e308)).isEqualTo("1.7976931348623157e+308");
        assertThatIllegalArgumentException().isThrownBy(() -> PythonNumbers.repr(Double.NaN));
    }

    @Test
    void a_written_float_reads_back_as_the_same_double() {
        long seed = 20261201;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertThat(Double.parseDouble(PythonNumbers.repr(value)))
                        .as("seed %s", seed)
                        .isEqualTo(value);
            }
        }
    }
}
