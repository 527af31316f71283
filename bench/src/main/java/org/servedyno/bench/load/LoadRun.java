package org.servedyno.bench.load;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.servedyno.bench.client.ClientProgress;
import org.servedyno.bench.client.ClientReport;
import org.servedyno.bench.client.LoadClient;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;

/** Runs passes on a client, and watches over this process while they run. */
public final class LoadRun {
    private LoadRun() {}

    /**
     * Runs one pass on the calling thread.
     *
     * @param stop asked some times a second; once true the pass is cut short
     * @throws TooFewOpenFilesException before anything is sent
     */
    public static LoadResult run(LoadClient client, LoadJob job, ClientProgress progress, BooleanSupplier stop)
            throws IOException, InterruptedException {
        OpenFiles.require(job.connections());
        try (HiccupWatch watch = HiccupWatch.start()) {
            Optional<Duration> cpuBefore = cpuTime();
            ClockAnchor startAnchor = ClockAnchor.now();
            ClientReport report = client.run(job.toClientJob(), progress, stop);
            ClockAnchor endAnchor = ClockAnchor.now();
            HiccupWatch.Pauses pauses = watch.stop();
            Reading<Double> cpuShare = share(cpuBefore, cpuTime(), endAnchor.monotonicNs() - startAnchor.monotonicNs());
            ClientHealth health = new ClientHealth(pauses.p99Ms(), pauses.maxMs(), pauses.n(), cpuShare);
            return new LoadResult(report, startAnchor, endAnchor, health);
        }
    }

    private static Optional<Duration> cpuTime() {
        return ProcessHandle.current().info().totalCpuDuration();
    }

    private static Reading<Double> share(Optional<Duration> before, Optional<Duration> after, long tookNs) {
        if (before.isEmpty() || after.isEmpty()) {
            return Reading.absent("the operating system does not tell this process's CPU time");
        }
        return Reading.of((double) after.get().minus(before.get()).toNanos() / tookNs);
    }
}
