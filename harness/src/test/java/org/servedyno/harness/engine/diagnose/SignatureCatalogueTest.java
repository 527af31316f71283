package org.servedyno.harness.engine.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.servedyno.harness.engine.Captures;
import org.servedyno.harness.engine.FailureClass;

final class SignatureCatalogueTest {
    private final SignatureCatalogue catalogue = SignatureCatalogue.load();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    oom-startup        | ValueError: Free memory on device (59.32/79.15 GiB) on startup is less than desired GPU memory utilization (0.9, 71.24 GiB).
                    oom-startup        | torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.50 GiB. GPU 0 has a total capacity of 79.15 GiB
                    oom-startup        | ggml_backend_cuda_buffer_type_alloc_buffer: allocating 4096.00 MiB on device 0: cudaMalloc failed: out of memory
                    kv-cache-too-small | ValueError: The model's max seq len (8192) is larger than the maximum number of tokens that can be stored in KV cache (2400).
                    kv-cache-too-small | ValueError: To serve at least one request with the models's max seq len (131072), (16.00 GiB KV cache is needed, which is larger than the available KV cache memory
                    unsupported-config | ValueError("type fp8e4nv not supported in this architecture. The supported fp8 dtypes are ('fp8e4b15', 'fp8e5')")
                    unsupported-config | RuntimeError: WFP4A16 MoE is unsupported on SM80
                    unsupported-config | RuntimeError: Unsupported SM version for FP8 block scaling GEMM
                    unsupported-config | KeyError: 'weight'
                    unsupported-config | ValueError: Selected backend AttentionBackendEnum.CUTLASS_MLA is not valid for this configuration
                    unsupported-config | NotImplementedError: FlashInfer backend currently does not support attention sinks
                    unsupported-config | TypeError: XFormersImpl.__init__() got an unexpected keyword argument 'sinks'
                    unsupported-config | vllm: error: unrecognized arguments: --no-such-flag
                    unsupported-config | Unknown option: '--no-such-flag'
                    hang-startup       | [rank1]:[E] ProcessGroupNCCL.cpp:616 Watchdog caught collective operation timeout: WorkNCCL(SeqNum=3)
                    port-in-use        | OSError: [Errno 98] error while attempting to bind on address ('0.0.0.0', 8000): address already in use
                    model-access       | huggingface_hub.errors.LocalEntryNotFoundError: Cannot find an appropriate cached snapshot folder
                    model-access       | requests.exceptions.HTTPError: 401 Client Error: Unauthorized for url
                    fd-limit           | OSError: [Errno 24] Too many open files
                    cannot-start       | ModuleNotFoundError: No module named 'vllm._C'
                    """)
    void a_known_line_of_a_failed_start_names_its_class(String failureClass, String line) {
        String logged = "(EngineCore_0 pid=23174) ERROR 11-30 23:47:14 [core.py:842] " + line;

        Diagnosis diagnosis = catalogue
                .diagnose(List.of("INFO: Started server process [22910]", logged, "Aborted (core dumped)"), false)
                .orElseThrow();

        assertThat(diagnosis.failureClass()).isEqualTo(failureClass);
        assertThat(diagnosis.causeLine()).isEqualTo(line);
        assertThat(diagnosis.advice()).isNotBlank().doesNotContain("$");
    }

    @Test
    void the_numbers_of_the_line_are_in_the_advice() {
        assertThat(diagnose("max seq len (8192) is larger than the maximum number of tokens that can be stored in KV"
                                + " cache (2400)")
                        .advice())
                .isEqualTo(
                        "The KV cache holds 2400 tokens and one request may need 8192. Set max-model-len to 2400 or less,"
                                + " or give the cache more memory.");
    }

    @Test
    void the_root_cause_wins_over_the_lines_that_wrap_it_wherever_they_stand() {
        Diagnosis diagnosis = catalogue
                .diagnose(
                        List.of(
                                "RuntimeError: Engine core initialization failed. See root cause above.",
                                "RuntimeError: Unsupported SM version for FP8 block scaling GEMM"),
                        false)
                .orElseThrow();

        assertThat(diagnosis.failureClass()).isEqualTo("unsupported-config");
    }

    @Test
    void the_same_line_is_another_failure_once_the_engine_has_served() {
        List<String> log = List.of("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB.");

        assertThat(catalogue.diagnose(log, true).orElseThrow().failureClass()).isEqualTo("oom-inference");
        assertThat(catalogue
                        .diagnose(List.of("RuntimeError: CUDA error: an illegal memory access was encountered"), true)
                        .orElseThrow()
                        .failureClass())
                .isEqualTo("crash-inference");
    }

    @ParameterizedTest
    @ValueSource(strings = {"vllm-0.32.log", "vllm-0.32-eager.log", "llama.cpp.log"})
    void a_healthy_log_raises_no_alarm(String capture) {
        assertThat(catalogue.diagnose(Captures.lines(capture), false)).isEqualTo(Optional.empty());
        assertThat(catalogue.diagnose(Captures.lines(capture), true)).isEqualTo(Optional.empty());
    }

    @Test
    void every_class_of_the_catalogue_is_one_that_trials_know() {
        List<String> words = java.util.Arrays.stream(FailureClass.values())
                .map(FailureClass::word)
                .toList();

        assertThat(catalogue.failureClasses()).isNotEmpty().isSubsetOf(words);
    }

    @Test
    void a_log_without_a_known_line_gives_its_last_error_else_its_last_line() {
        assertThat(SignatureCatalogue.lastError(List.of(
                        "Traceback (most recent call last):",
                        "  File \"server.py\", line 3, in <module>",
                        "pkg.errors.OddError: something odd",
                        "INFO: shutting down")))
                .contains("pkg.errors.OddError: something odd");
        assertThat(SignatureCatalogue.lastError(List.of("one", "two"))).contains("two");
        assertThat(SignatureCatalogue.lastError(List.of())).isEmpty();
    }

    private Diagnosis diagnose(String line) {
        return catalogue.diagnose(List.of(line), false).orElseThrow();
    }
}
