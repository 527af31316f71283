package org.servedyno.bench.sim.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RooflineTest {
    private static final double MS = 1e6;
    private static final int CONTEXT = 512;

    private final Catalog catalog = Catalog.bundled();

    private Deployment deployment(String model, String chip, String profile, Precision precision, int gpus) {
        return new Deployment(
                catalog.model(model), catalog.chip(chip), catalog.profile(profile), precision, Precision.BF16, gpus);
    }

    private Roofline h100(Precision precision) {
        return new Roofline(deployment("Qwen/Qwen3-14B", "h100-sxm", "vllm", precision, 1));
    }

    private static StepWork decode(int sequences) {
        StepWork work = StepWork.NONE;
        for (int i = 0; i < sequences; i++) {
            work = work.plus(1, CONTEXT, true);
        }
        return work;
    }

    private static StepWork prefill(int tokens) {
        return StepWork.NONE.plus(tokens, 0, true);
    }

    @Test
    void one_sequence_decodes_just_above_the_time_to_read_all_weights_at_full_bandwidth() {
        double bytes = 2.0 * (14.77e9 - 0.78e9);
        double boundNs = bytes / 3352e9 * 1e9;

        double stepNs = h100(Precision.BF16).cost(decode(1)).totalNs();

        assertThat(stepNs).isBetween(boundNs, 1.4 * boundNs);
        assertThat(stepNs / MS).isCloseTo(11, within(1.0));
    }

    @Test
    void fp8_weights_halve_the_reading_and_nearly_the_step() {
        double bf16 = h100(Precision.BF16).cost(decode(1)).totalNs();
        double fp8 = h100(Precision.FP8).cost(decode(1)).totalNs();

        assertThat(fp8 / bf16).isBetween(0.5, 0.65);
    }

    @Test
    void a_batch_of_64_costs_little_more_than_one_sequence_as_both_read_the_same_weights() {
        Roofline roofline = h100(Precision.BF16);

        assertThat(roofline.cost(decode(64)).totalNs()
                        / roofline.cost(decode(1)).totalNs())
                .isBetween(1.0, 1.4);
    }

    @Test
    void a_long_prompt_is_bound_by_compute() {
        double tokens = 8192;
        double flop = 2 * 13.2e9 * tokens;

        StepCost cost = h100(Precision.BF16).cost(prefill((int) tokens));

        assertThat(cost.gpuNs()).isGreaterThan(flop / 989e12 * 1e9);
        assertThat(cost.tensorNs() / cost.gpuNs()).isBetween(0.5, 0.75);
        assertThat(cost.dramNs() / cost.gpuNs()).isLessThan(0.3);
    }

    @Test
    void decoding_keeps_the_memory_busy_and_the_tensor_cores_idle() {
        StepCost cost = h100(Precision.BF16).cost(decode(8));

        assertThat(cost.dramNs() / cost.gpuNs()).isBetween(0.7, 0.95);
        assertThat(cost.tensorNs() / cost.gpuNs()).isLessThan(0.05);
    }

    @Test
    void a_mixture_of_experts_reads_few_weights_for_one_token_and_all_for_many() {
        ModelShape shape = catalog.model("Qwen/Qwen3-30B-A3B");

        assertThat(shape.linearWeightsTouched(1)).isCloseTo((double) shape.activeLinearWeights(), within(1e-3 * 3e9));
        assertThat(shape.linearWeightsTouched(1000)).isCloseTo((double) shape.linearWeights(), within(1e-3 * 30e9));
    }

    @Test
    void two_gpus_are_faster_than_one_but_not_twice_as_fast() {
        double one = h100(Precision.BF16).cost(decode(16)).totalNs();
        double two = new Roofline(deployment("Qwen/Qwen3-14B", "h100-sxm", "vllm", Precision.BF16, 2))
                .cost(decode(16))
                .totalNs();

        assertThat(one / two).isBetween(1.3, 1.95);
    }

    @Test
    void fp8_on_a_chip_without_fp8_units_saves_reading_but_no_computing() {
        Roofline bf16 = new Roofline(deployment("Qwen/Qwen3-14B", "a100-sxm", "vllm", Precision.BF16, 1));
        Roofline fp8 = new Roofline(deployment("Qwen/Qwen3-14B", "a100-sxm", "vllm", Precision.FP8, 1));

        assertThat(fp8.cost(decode(1)).totalNs())
                .isLessThan(bf16.cost(decode(1)).totalNs());
        assertThat(fp8.cost(prefill(8192)).gpuNs())
                .isCloseTo(bf16.cost(prefill(8192)).gpuNs(), within(0.01 * 1e9));
    }

    @Test
    void the_profiles_differ_by_some_per_cent() {
        double[] stepNs = catalog.profiles().stream()
                .mapToDouble(profile -> new Roofline(
                                deployment("Qwen/Qwen3-14B", "h100-sxm", profile.name(), Precision.BF16, 1))
                        .cost(decode(32))
                        .totalNs())
                .toArray();

        assertThat(stepNs[0] / stepNs[1]).isBetween(1.01, 1.15);
        assertThat(stepNs[1] / stepNs[2]).isBetween(1.01, 1.15);
    }

    /** For any deployment: adding tokens, context, a sequence or a sample to a step never makes it shorter. */
    @Test
    void more_work_never_takes_less_time() {
        long seed = 20261201;
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            Roofline roofline = new Roofline(anyDeployment(random));
            StepWork work = StepWork.NONE;
            double before = roofline.cost(work).totalNs();
            for (int i = 0; i < 4; i++) {
                work = work.plus(1 + random.nextInt(4096), random.nextInt(40_000), random.nextBoolean());
                double after = roofline.cost(work).totalNs();
                assertThat(after).as("seed %d, round %d, %s", seed, round, work).isGreaterThanOrEqualTo(before);
                before = after;
            }
        }
    }

    private Deployment anyDeployment(Random random) {
        return new Deployment(
                catalog.models().get(random.nextInt(catalog.models().size())),
                catalog.chips().get(random.nextInt(catalog.chips().size())),
                catalog.profiles().get(random.nextInt(catalog.profiles().size())),
                random.nextBoolean() ? Precision.BF16 : Precision.FP8,
                random.nextBoolean() ? Precision.BF16 : Precision.FP8,
                1 << random.nextInt(4));
    }
}
