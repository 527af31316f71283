package org.servedyno.harness.process.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SecretMaskTest {
    private final SecretMask mask = SecretMask.of(Map.of(
            "HF_TOKEN", "hf_abcdef123456",
            "DB_PASSWORD", "correct horse",
            "TOKENIZERS_PARALLELISM", "disabled",
            "SSH_KEY_FILE", "/home/u/.ssh/id"));

    @Test
    void values_of_secret_variables_are_masked_wherever_they_appear() {
        assertThat(mask.text("using hf_abcdef123456 and correct horse")).isEqualTo("using **** and ****");
        assertThat(mask.text("disabled in /home/u/.ssh/id")).isEqualTo("disabled in /home/u/.ssh/id");
    }

    @Test
    void passwords_in_urls_are_masked() {
        assertThat(mask.text("GET http://user:pw123@proxy:8080/x")).isEqualTo("GET http://user:****@proxy:8080/x");
    }

    @Test
    void values_of_secret_flags_are_masked_and_those_of_other_flags_are_not() {
        assertThat(mask.command(List.of(
                        "env",
                        "MY_TOKEN=t",
                        "serve",
                        "--api-key",
                        "k",
                        "--hf-token=abc",
                        "--max-num-batched-tokens",
                        "8192")))
                .containsExactly(
                        "env",
                        "MY_TOKEN=****",
                        "serve",
                        "--api-key",
                        "****",
                        "--hf-token=****",
                        "--max-num-batched-tokens",
                        "8192");
    }

    @Test
    void variables_are_masked_by_name() {
        assertThat(mask.environment(Map.of("API_KEY", "x", "TOKENIZERS_PARALLELISM", "disabled")))
                .containsEntry("API_KEY", "****")
                .containsEntry("TOKENIZERS_PARALLELISM", "disabled");
    }
}
