package org.servedyno.probe.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.child.ChildEvent;
import org.servedyno.probe.child.ChildExit;
import org.servedyno.probe.child.ChildJvm;
import org.servedyno.probe.child.ChildSpec;
import org.servedyno.probe.fake.FakeNvml;
import org.servedyno.results.model.gpu.RecorderCost;
import org.servedyno.results.store.stream.GpuTrace;

/**
 * What the recorder takes of a core, and how well it keeps its schedule, at 10 Hz with eight GPUs of a fake NVML: prints both. Arguments:
 * seconds to record (60), then JVM flags to try instead of the recorder's own.
 */
public final class RecorderBenchmark {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private RecorderBenchmark() {}

    /** Runs it. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        long seconds = arguments.length == 0 ? 60 : Long.parseLong(arguments[0]);
        List<String> flags = arguments.length < 2
                ? TraceRecorderMain.JVM_FLAGS
                : Arrays.asList(arguments).subList(1, arguments.length);
        Path folder = Files.createTempDirectory("recorder-benchmark");
        Path library = FakeNvml.in(folder).library();
        TraceSpec spec = new TraceSpec(
                new ProbeSource.Nvml(Optional.of(library)),
                List.of(),
                TraceSpec.DEFAULT_PERIOD_MS,
                folder.resolve("gpu.ndjson.gz"));
        Path file = folder.resolve("trace.json");
        spec.write(file);
        record(
                ChildSpec.of("trace recorder", TraceRecorderMain.class, file.toString())
                        .withJvmFlags(flags.toArray(String[]::new)),
                seconds);
        print(spec, flags);
    }

    private static void record(ChildSpec spec, long seconds) throws IOException, InterruptedException {
        try (ChildJvm child = ChildJvm.start(spec)) {
            Optional<ChildEvent> ready = child.next(LIMIT);
            if (ready.filter(event -> event.name().equals("ready")).isEmpty()) {
                throw new IOException("the recorder does not start: " + ready + " " + child.tail());
            }
            TimeUnit.SECONDS.sleep(seconds);
            long residentKib = residentKib(child.pid());
            ChildExit exit = child.stop(LIMIT);
            if (!exit.clean()) {
                throw new IOException("the recorder failed: " + exit);
            }
            System.out.printf(Locale.ROOT, "resident           %8.1f MiB%n", residentKib / 1024.0);
        }
    }

    private static long residentKib(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }

    private static void print(TraceSpec spec, List<String> flags) throws IOException {
        GpuTrace trace = GpuTrace.read(spec.output());
        RecorderCost cost = trace.end().orElseThrow().cost();
        System.out.println("JVM flags          " + String.join(" ", flags));
        System.out.printf(
                Locale.ROOT,
                "recorded           %8.1f s, %d looks, %d missed, %d samples, %d KiB%n",
                cost.elapsedNs() / 1e9,
                cost.looks(),
                cost.missed(),
                cost.samples(),
                Files.size(spec.output()) / 1024);
        System.out.println("CPU of one core    "
                + cost.cpuPercent().map(percent -> String.format(Locale.ROOT, "%8.2f %%", percent)));
        System.out.println(
                "CPU to start       " + cost.startCpuNs().map(ns -> String.format(Locale.ROOT, "%8.2f s", ns / 1e9)));
        System.out.printf(Locale.ROOT, "look, mean         %8.3f ms%n", cost.lookMeanNs() / 1e6);
        System.out.printf(
                Locale.ROOT,
                "late, p50 p99 max  %8.3f %.3f %.3f ms%n",
                cost.lateP50Ns() / 1e6,
                cost.lateP99Ns() / 1e6,
                cost.lateMaxNs() / 1e6);
    }
}
