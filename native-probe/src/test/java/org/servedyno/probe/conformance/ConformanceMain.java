package org.servedyno.probe.conformance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.ProbeUnavailableException;

/**
 * The checks in a process of their own, because a library may take its process along: {@code ConformanceMain LIBRARY}. Prints what it
 * found; ends with 0 when all holds, with 1 when something does not.
 */
final class ConformanceMain {
    private ConformanceMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException, ProbeUnavailableException {
        Conformance conformance;
        try (GpuProbe probe = GpuProbes.open(new ProbeSource.Nvml(Optional.of(Path.of(arguments[0]))))) {
            conformance = Conformance.of(probe);
        }
        conformance.report().forEach(System.out::println);
        System.exit(conformance.problems().isEmpty() ? 0 : 1);
    }
}
