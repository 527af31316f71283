package org.servedyno.bench.sim.scheduler;

import java.util.List;
import org.servedyno.bench.sim.model.StepWork;

/**
 * What goes through the model together.
 *
 * @param slices tokens of which sequences, in the order they were scheduled
 * @param work their sum, for the roofline
 */
public record Step(List<Slice> slices, StepWork work) {
    /** Nothing to do. */
    public static final Step NOTHING = new Step(List.of(), StepWork.NONE);

    public Step {
        slices = List.copyOf(slices);
    }

    /**
     * One sequence's part of a step.
     *
     * @param sequence whose
     * @param tokens how many of its tokens, at least 1
     */
    public record Slice(Sequence sequence, int tokens) {}

    public boolean isEmpty() {
        return slices.isEmpty();
    }
}
