package org.servedyno.harness.plan;

import java.util.List;
import java.util.OptionalInt;

/**
 * What the command line changes of a plan; it wins over the file.
 *
 * @param blocks in place of {@code discipline.blocks}
 * @param only names of the configurations to keep; empty keeps all. Without the plan's baseline the first one kept becomes it
 */
public record PlanOverrides(OptionalInt blocks, List<String> only) {
    /** Nothing is changed. */
    public static final PlanOverrides NONE = new PlanOverrides(OptionalInt.empty(), List.of());

    public PlanOverrides {
        only = List.copyOf(only);
    }
}
