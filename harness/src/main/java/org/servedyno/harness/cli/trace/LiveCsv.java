package org.servedyno.harness.cli.trace;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.trace.RecorderRefusal;
import org.servedyno.probe.trace.TraceRecorder;
import org.servedyno.probe.trace.TraceSpec;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.store.stream.GpuTraceCsv;
import org.servedyno.results.store.stream.GpuTraceHeader;

/** Records in this process and prints each sample as it comes. Used by one thread. */
public final class LiveCsv implements TraceRecorder.Listener {
    private final PrintWriter out;
    private final GpuTraceCsv csv;
    private boolean begun;

    private LiveCsv(PrintWriter out) {
        this.out = out;
        this.csv = new GpuTraceCsv(out);
    }

    /**
     * Records until told to stop, or nobody reads any more.
     *
     * @throws RecorderRefusal if there is nothing to record
     */
    public static void print(TraceSpec spec, TraceRecorder.Stop stop, PrintWriter out)
            throws RecorderRefusal, IOException, InterruptedException {
        LiveCsv live = new LiveCsv(out);
        try (GpuProbe probe = GpuProbes.open(spec.source())) {
            new TraceRecorder(probe, spec).record(time -> out.checkError() || stop.within(time), live);
        } catch (ProbeUnavailableException e) {
            throw RecorderRefusal.of(e.tried(), e.seen(), e.nextStep());
        }
    }

    @Override
    public void started() {}

    @Override
    public void looked(GpuTraceHeader header, List<GpuSample> samples) {
        if (!begun) {
            csv.header(header);
            begun = true;
        }
        samples.forEach(csv::sample);
        out.flush();
    }
}
