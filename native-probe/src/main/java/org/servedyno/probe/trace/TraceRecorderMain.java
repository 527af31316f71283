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
import org.servedyno.probe.child.ChildSpec;
import org.servedyno.results.model.gpu.RecorderCost;

/**
 * The recorder as a process of its own: {@code TraceRecorderMain SPEC.json}. Events on stdout: {@code ready} once samples
 * are in the file; {@code end} with what recording took; {@code failed} with the reason. Ends when its stdin does, with
 * code 0 and the end anchor in the file; ends with code 1 when it cannot record.
 */
public final class TraceRecorderMain {
    /**
     * The JVM flags it runs with, chosen by {@code RecorderBenchmark}: with the second compiler as well recording takes twice the CPU, by
     * the interpreter alone six times; a serial collector and a small heap keep its threads and memory few.
     */
    public static final List<String> JVM_FLAGS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m", "-Xshare:auto");

    private static final long CLOSE_LIMIT_MS = 4000;

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

    /** The recorder that is told what this file says, as a child process to start. */
    public static ChildSpec child(Path specFile) {
        return ChildSpec.of("trace recorder", TraceRecorderMain.class, specFile.toString())
                .withJvmFlags(JVM_FLAGS.toArray(String[]::new));
    }

    private static int run(ChildConsole console, Path specFile) throws InterruptedException {
        try {
            TraceSpec spec = TraceSpec.read(specFile);
            GpuProbe probe = GpuProbes.open(spec.source());
            boolean simulated = spec.source() instanceof ProbeSource.Simulated;
            TraceRecorder recorder = new TraceRecorder(probe, spec);
            recorder.warmUp();
            RecorderCost cost = recorder.record(
                    console::awaitStdinEnd, () -> console.emit("ready", Map.of("simulated", simulated)));
            console.emit("end", fields(cost));
            closeInTime(probe);
            return 0;
        } catch (ProbeUnavailableException e) {
            console.emit(
                    "failed",
                    Map.of(
                            "reason", String.valueOf(e.getMessage()),
                            "tried", e.tried(),
                            "seen", e.seen(),
                            "next", e.nextStep()));
            return 1;
        } catch (IOException | UncheckedIOException e) {
            console.emit("failed", Map.of("reason", String.valueOf(e.getMessage())));
            return 1;
        }
    }

    /** A driver that is stuck may not let go of its library either; the trace is written, so the process ends all the same. */
    private static void closeInTime(GpuProbe probe) throws InterruptedException {
        Thread closing = new Thread(probe::close, "close");
        closing.setDaemon(true);
        closing.start();
        closing.join(CLOSE_LIMIT_MS);
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
