package org.servedyno.probe.cuda;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to ask CUDA's driver.
 *
 * @param library the library to load; empty leaves it to the loader's search path
 * @param deep whether to measure speeds
 * @param limit how long the driver may take; a call that hangs never comes back
 * @param deepLimit how much more measuring may take, for each device
 * @param retryAfter waits before asking again while the fabric is not ready, which passes shortly after boot
 */
public record CudaRequest(
        Optional<Path> library, boolean deep, Duration limit, Duration deepLimit, List<Duration> retryAfter) {
    /** The environment variable that names the library. */
    public static final String ENVIRONMENT_NAME = "SERVEDYNO_CUDA";

    /** Without persistence mode the driver first has to wake every GPU, which takes seconds each. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final Duration DEEP_LIMIT = Duration.ofSeconds(20);
    private static final List<Duration> RETRY_AFTER =
            List.of(Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4));

    public CudaRequest {
        retryAfter = List.copyOf(retryAfter);
    }

    /**
     * The usual request.
     *
     * @param library a path given by the user; empty takes the environment's, else the loader's search path
     * @param environment the process environment
     */
    public static CudaRequest of(Optional<Path> library, Map<String, String> environment, boolean deep) {
        Optional<Path> named = library.or(() -> Optional.ofNullable(environment.get(ENVIRONMENT_NAME))
                .filter(value -> !value.isBlank())
                .map(Path::of));
        return new CudaRequest(named, deep, LIMIT, DEEP_LIMIT, RETRY_AFTER);
    }

    /** The library in words. */
    String libraryName() {
        return library.map(Path::toString).orElse("libcuda.so.1");
    }
}
