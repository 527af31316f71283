package org.servedyno.bench.sim.model;

/** The number format of the weights and of the matrix products. */
public enum Precision {
    BF16("bf16", 2),
    FP8("fp8", 1);

    private final String label;
    private final int bytesPerWeight;

    Precision(String label, int bytesPerWeight) {
        this.label = label;
        this.bytesPerWeight = bytesPerWeight;
    }

    /** The name on the command line and in reports. */
    public String label() {
        return label;
    }

    /** Bytes one weight of a linear layer takes in memory; block scales of fp8 checkpoints (under 0.1 %) are left out. */
    public int bytesPerWeight() {
        return bytesPerWeight;
    }

    @Override
    public String toString() {
        return label;
    }
}
