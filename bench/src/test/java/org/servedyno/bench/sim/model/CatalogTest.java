package org.servedyno.bench.sim.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogTest {
    private final Catalog catalog = Catalog.bundled();

    /** Published counts, in billions: the models' cards on Hugging Face. */
    @ParameterizedTest
    @CsvSource({
        "Qwen/Qwen3-0.6B, 0.596",
        "Qwen/Qwen3-1.7B, 1.72",
        "Qwen/Qwen3-4B, 4.02",
        "Qwen/Qwen3-8B, 8.19",
        "Qwen/Qwen3-14B, 14.77",
        "Qwen/Qwen3-32B, 32.76",
        "Qwen/Qwen3-30B-A3B, 30.53",
        "Qwen/Qwen3-235B-A22B, 235.1",
        "meta-llama/Llama-3.1-8B, 8.03",
        "meta-llama/Llama-3.3-70B-Instruct, 70.55",
        "mistralai/Mistral-7B-Instruct-v0.3, 7.25",
        "mistralai/Mixtral-8x7B-Instruct-v0.1, 46.70",
    })
    void the_weights_computed_from_a_shape_add_up_to_the_published_count(String model, double billions) {
        assertThat(catalog.model(model).totalWeights() / 1e9).isCloseTo(billions, within(0.005 * billions));
    }

    @ParameterizedTest
    @CsvSource({"Qwen/Qwen3-235B-A22B, 22", "Qwen/Qwen3-30B-A3B, 3.3"})
    void a_mixture_of_experts_uses_as_many_weights_a_token_as_its_name_says(String model, double billions) {
        ModelShape shape = catalog.model(model);

        double active = (shape.activeLinearWeights() + 2.0 * shape.outputLayerWeights()) / 1e9;

        assertThat(active).isCloseTo(billions, within(0.03 * billions));
    }

    @ParameterizedTest
    @CsvSource({
        "Qwen/Qwen3-14B, Qwen/Qwen3-14B",
        "Qwen/Qwen3-14B-FP8, Qwen/Qwen3-14B",
        "qwen3-14b, Qwen/Qwen3-14B",
        "RedHatAI/Llama-3.1-8B-Instruct-FP8, meta-llama/Llama-3.1-8B-Instruct"
    })
    void a_model_is_found_whatever_organization_case_and_precision_its_name_has(String asked, String found) {
        assertThat(catalog.model(asked).name()).isEqualTo(found);
    }

    @Test
    void the_precision_is_read_off_the_name() {
        assertThat(Catalog.precisionInName("Qwen/Qwen3-14B-FP8")).isEqualTo(Precision.FP8);
        assertThat(Catalog.precisionInName("Qwen/Qwen3-14B")).isEqualTo(Precision.BF16);
    }

    @Test
    void an_unknown_name_is_answered_with_those_that_are_known() {
        assertThatThrownBy(() -> catalog.chip("b200"))
                .isInstanceOf(Catalog.UnknownNameException.class)
                .hasMessage("the simulated engine knows no chip 'b200'; it knows h100-sxm, h200-sxm, a100-sxm");
        assertThatThrownBy(() -> catalog.profile("tgi")).hasMessageContaining("vllm, sglang, tensorrt-llm");
        assertThatThrownBy(() -> catalog.model("gpt-5")).hasMessageContaining("Qwen/Qwen3-14B");
    }

    @Test
    void shares_in_the_data_files_are_shares() {
        assertThat(catalog.chips()).allSatisfy(chip -> {
            assertThat(chip.memoryEfficiency()).isBetween(0.5, 1.0);
            assertThat(chip.bf16Efficiency()).isBetween(0.5, 1.0);
            assertThat(chip.reachableFlops(Precision.FP8)).isGreaterThanOrEqualTo(chip.reachableFlops(Precision.BF16));
        });
        assertThat(catalog.profiles()).allSatisfy(profile -> {
            assertThat(profile.gemmEfficiency()).isBetween(0.5, 1.0);
            assertThat(profile.attentionEfficiency()).isBetween(0.2, 1.0);
            assertThat(profile.memoryEfficiency()).isBetween(0.5, 1.0);
            assertThat(profile.outputReserve()).isBetween(0.0, 1.0);
            assertThat(profile.streamIntervalTokens()).isPositive();
        });
    }
}
