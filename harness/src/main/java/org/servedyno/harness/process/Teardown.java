package org.servedyno.harness.process;

import java.time.Duration;
import java.util.List;
import org.servedyno.harness.process.system.LivingProcess;

/**
 * What stopping a group took, and whether it is gone.
 *
 * @param signals the signals sent, in order; empty when nothing lived any more
 * @param left the members that still live; empty when the group is gone
 * @param proof on what the statement rests, for example {@code "no process of session 4711 or with the trial's marker in /proc"}
 * @param took from the first signal to the answer
 */
public record Teardown(List<String> signals, List<LivingProcess> left, String proof, Duration took) {
    public Teardown {
        signals = List.copyOf(signals);
        left = List.copyOf(left);
    }

    /** Whether no member lives. */
    public boolean gone() {
        return left.isEmpty();
    }
}
