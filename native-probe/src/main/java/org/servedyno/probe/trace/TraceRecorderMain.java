package org.servedyno.probe.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.child.ChildConsole;
import org.servedyno.results.model.gpu.RecorderCost;

/**
 * The recorder as a process of its own: {@code TraceRecorderMain SPEC.json}. Events on stdout: {@code ready} once samples
 * are in the file; {@code end} with what recording took; {@code failed} with the reason. Ends when its stdin does, with
 * code 0 and the end anchor in the file; ends with code 1 when it cannot record.
 */
public final class TraceRecorderMain {
    /** The JVM flags it runs with. */
    public static final List<String> JVM_FLAGS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m", "-Xshare:auto");

    private TraceRecorderMain() {}

    /** Runs the process. */
    public static void main(String[] arguments) throws InterruptedException {
        ChildConsole console = ChildConsole.open();
        if (arguments.length != 1) {
            console.emit(
                    "failed", Map.of("reason", "one argument is expected, the spec file; got " + arguments.length));
            System.exit(1);
        }
        System.exit(run(console, Path.of(arguments[0])));
    }

    private static int run(ChildConsole console, Path specFile) throws InterruptedException {
        try {
            TraceSpec spec = TraceSpec.read(specFile);
            try (GpuProbe probe = GpuProbes.open(spec.source())) {
                boolean simulated = spec.source() instanceof ProbeSource.Simulated;
                RecorderCost cost = new TraceRecorder(probe, spec)
                        .record(console::awaitStdinEnd, () -> console.emit("ready", Map.of("simulated", simulated)));
                console.emit("end", fields(cost));
                return 0;
            }
        } catch (ProbeUnavailableException | IOException | UncheckedIOException e) {
            console.emit("failed", Map.of("reason", String.valueOf(e.getMessage())));
            return 1;
        }
    }

    private static Map<String, Long> fields(RecorderCost cost) {
        return Map.of(
                "looks", cost.looks(),
                "missed", cost.missed(),
                "meanLookNs", cost.lookMeanNs(),
                "maxLookNs", cost.lookMaxNs(),
                "maxLateNs", cost.lateMaxNs());
    }
}
