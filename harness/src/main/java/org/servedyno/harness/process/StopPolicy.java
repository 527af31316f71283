package org.servedyno.harness.process;

import java.time.Duration;

/**
 * How long a group is given at each step of being stopped.
 *
 * @param interruptGrace after SIGINT, what Ctrl-C would send; zero leaves the step out
 * @param terminateGrace after SIGTERM; zero leaves the step out
 * @param killWait after SIGKILL, until the kernel has let go of every process
 */
public record StopPolicy(Duration interruptGrace, Duration terminateGrace, Duration killWait) {
    /** For engines: half a minute in all for an orderly end. */
    public static final StopPolicy ENGINE =
            new StopPolicy(Duration.ofSeconds(15), Duration.ofSeconds(15), Duration.ofSeconds(10));

    /** When there is no time: SIGKILL at once. */
    public static final StopPolicy AT_ONCE = new StopPolicy(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(10));
}
