package org.servedyno.harness.cli.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.servedyno.bench.load.OpenFiles;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.results.model.ClockAnchor;

/** Looks at the machine: nothing here loads it. */
public final class MachineChecks {
    /** Connections of the largest closed loop that published comparisons use. */
    private static final int WANTED_CONNECTIONS = 1000;
    /** One core for the client beside one for a server on the same machine. */
    private static final int WANTED_CORES = 2;

    private static final int CLOCK_LOOKS = 10_000;
    private static final long COARSE_NS = 1_000;

    private MachineChecks() {}

    /** Every check, in a fixed order. */
    public static List<Finding> all() {
        return List.of(
                jdk(),
                cores(),
                memory(),
                openFiles(),
                clocks(),
                port(),
                folder("cache", cache()),
                folder("runs", Path.of("runs")),
                gpus());
    }

    private static Finding jdk() {
        return Finding.ok("jdk", Runtime.version() + " at " + System.getProperty("java.home"));
    }

    private static Finding cores() {
        int cores = Runtime.getRuntime().availableProcessors();
        String seen = cores + " processors";
        return cores >= WANTED_CORES
                ? Finding.ok("cores", seen)
                : Finding.note("cores", seen, "client and server will share one core: measure from another machine");
    }

    private static Finding memory() {
        long mib = Runtime.getRuntime().maxMemory() / (1024 * 1024);
        return Finding.ok("memory", mib + " MiB is the largest heap of this JVM");
    }

    private static Finding openFiles() {
        try {
            var limit = OpenFiles.softLimit();
            if (limit.isEmpty()) {
                return Finding.ok("open-files", "no limit is told");
            }
            long most = limit.getAsLong() - OpenFiles.MARGIN;
            String seen = limit.getAsLong() + " may be open (the JVM raised its soft limit to the hard one): " + most
                    + " connections";
            return most >= WANTED_CONNECTIONS
                    ? Finding.ok("open-files", seen)
                    : Finding.note("open-files", seen, "raise the hard limit for more requests in flight: ulimit -Hn");
        } catch (IOException e) {
            return Finding.note("open-files", "can't be read: " + e.getMessage(), "look at ulimit -Hn yourself");
        }
    }

    private static Finding clocks() {
        long finestNs = Long.MAX_VALUE;
        long beforeNs = System.nanoTime();
        for (int i = 0; i < CLOCK_LOOKS; i++) {
            long nowNs = System.nanoTime();
            if (nowNs > beforeNs) {
                finestNs = Math.min(finestNs, nowNs - beforeNs);
            }
            beforeNs = nowNs;
        }
        String seen = String.format(
                Locale.ROOT,
                "monotonic clock advances by %d ns at least; joined to the wall clock within %d ns",
                finestNs,
                ClockAnchor.now().uncertaintyNs());
        return finestNs <= COARSE_NS
                ? Finding.ok("clocks", seen)
                : Finding.note("clocks", seen, "times are no finer than that: look for a clock source of tsc");
    }

    private static Finding port() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return Finding.ok("port", "can listen on 127.0.0.1, for example port " + socket.getLocalPort());
        } catch (IOException e) {
            return Finding.fail("port", "can't listen on 127.0.0.1: " + e.getMessage(), "allow this process to listen");
        }
    }

    private static Path cache() {
        return Optional.ofNullable(System.getenv("SERVEDYNO_CACHE"))
                .map(Path::of)
                .or(() -> Optional.ofNullable(System.getenv("XDG_CACHE_HOME")).map(home -> Path.of(home, "servedyno")))
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache", "servedyno"));
    }

    /** Whether a folder can be written, or made: nothing is left behind. */
    private static Finding folder(String id, Path folder) {
        Path there = folder.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        String seen = folder.toAbsolutePath() + (Files.isWritable(there) ? " can be written" : " can't be written");
        return Files.isWritable(there)
                ? Finding.ok(id, seen)
                : Finding.fail(
                        id,
                        seen,
                        id.equals("cache") ? "set SERVEDYNO_CACHE" : "run from another folder, or give --runs-dir");
    }

    private static Finding gpus() {
        try (GpuProbe probe = GpuProbes.open(new ProbeSource.Nvml(Optional.empty()))) {
            return Finding.ok("gpus", probe.inventory().gpus().size() + " NVIDIA GPUs");
        } catch (ProbeUnavailableException e) {
            return Finding.note("gpus", String.valueOf(e.getMessage()), "simulated and CPU engines work without");
        }
    }
}
