package org.servedyno.bench.sim.model;

/**
 * The sizes of a decoder-only transformer with grouped-query attention and gated feed-forward layers, as its {@code config.json} has them.
 *
 * @param name the name it is published under
 * @param layers {@code num_hidden_layers}
 * @param hiddenSize {@code hidden_size}
 * @param heads {@code num_attention_heads}
 * @param kvHeads {@code num_key_value_heads}
 * @param headDim {@code head_dim}
 * @param ffnSize {@code intermediate_size}; of one expert in a mixture of experts
 * @param experts experts a layer, 1 for a dense model
 * @param activeExperts experts a token goes through, 1 for a dense model
 * @param vocabSize {@code vocab_size}
 * @param tiedEmbeddings whether the output layer shares the embedding's weights
 * @param maxModelLen {@code max_position_embeddings}: tokens of prompt and output together
 */
public record ModelShape(
        String name,
        int layers,
        int hiddenSize,
        int heads,
        int kvHeads,
        int headDim,
        int ffnSize,
        int experts,
        int activeExperts,
        int vocabSize,
        boolean tiedEmbeddings,
        int maxModelLen) {
    /** Weights of one layer's attention: the query, key, value and output projections. */
    private long attentionWeightsPerLayer() {
        long queryAndOutput = 2L * hiddenSize * heads * headDim;
        long keyAndValue = 2L * hiddenSize * kvHeads * headDim;
        return queryAndOutput + keyAndValue;
    }

    /** Weights of one expert (gate, up and down projection); the whole feed-forward layer in a dense model. */
    private long weightsPerExpert() {
        return 3L * hiddenSize * ffnSize;
    }

    private long routerWeightsPerLayer() {
        return experts > 1 ? (long) hiddenSize * experts : 0;
    }

    /** Weights of all linear layers, embedding and output layer left out; norms (under 0.01 %) are not counted. */
    public long linearWeights() {
        return layers * (attentionWeightsPerLayer() + routerWeightsPerLayer() + experts * weightsPerExpert());
    }

    /** Weights one token is multiplied with in the linear layers. */
    public long activeLinearWeights() {
        return layers * (attentionWeightsPerLayer() + routerWeightsPerLayer() + activeExperts * weightsPerExpert());
    }

    /** Weights of the output layer, which turns a hidden state into logits. */
    public long outputLayerWeights() {
        return (long) vocabSize * hiddenSize;
    }

    /** All weights that stand in memory. */
    public long totalWeights() {
        return linearWeights() + outputLayerWeights() * (tiedEmbeddings ? 1 : 2);
    }

    /**
     * The linear weights that a step over {@code tokens} tokens must read: all of a dense model; in a mixture of experts those experts that at
     * least one token was sent to, expected under uniform routing: {@code experts x (1 - (1 - active/experts)^tokens)}.
     */
    public double linearWeightsTouched(long tokens) {
        double missedByAll = Math.pow(1 - (double) activeExperts / experts, (double) tokens);
        double expertsTouched = experts * (1 - missedByAll);
        return layers * (attentionWeightsPerLayer() + routerWeightsPerLayer() + expertsTouched * weightsPerExpert());
    }

    /** Elements one token adds to the KV cache, over all layers. */
    public long kvElementsPerToken() {
        return 2L * layers * kvHeads * headDim;
    }
}
