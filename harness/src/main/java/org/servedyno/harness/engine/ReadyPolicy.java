package org.servedyno.harness.engine;

import java.time.Duration;

/**
 * How long an engine may take to become ready. A start that shows progress (a counter in its log, such as weights
 * {@code 12/62}, that goes up) is never cut short by {@code total}; one that shows none is.
 *
 * @param total from the start until the first token, as long as no counter in the log goes up
 * @param noProgress longest silence of the log while the engine does not serve yet
 * @param ceiling from the start until the first token, whatever the log says
 */
public record ReadyPolicy(Duration total, Duration noProgress, Duration ceiling) {
    /** Fit for engines that load tens of gigabytes and compile kernels. */
    public static final ReadyPolicy DEFAULT =
            new ReadyPolicy(Duration.ofMinutes(20), Duration.ofMinutes(10), Duration.ofHours(2));

    /** A total of that length; a silence as long as that is a hang, and progress may stretch it sixfold. */
    public static ReadyPolicy within(Duration total) {
        return new ReadyPolicy(total, total, total.multipliedBy(6));
    }
}
