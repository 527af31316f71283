package org.servedyno.probe.cuda.deep;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.JCudaDriver;
import org.servedyno.probe.cuda.driver.DriverCall;
import org.servedyno.probe.cuda.driver.DriverCallException;
import org.servedyno.results.model.gpu.CudaInventory.Bandwidth;

/** Times work on the default stream of the current context by the device's own events. For one thread. */
final class DeviceTimer implements AutoCloseable {
    static final double MIB_BYTES = 1024.0 * 1024.0;

    /** Enough for a median that one disturbed run does not move. */
    private static final int REPEATS = 10;

    /** A slow path is not worth all repeats: after this long it gets no more than the fewest that have a median. */
    private static final double LONGEST_MS = 3_000;

    private static final int FEWEST_REPEATS = 3;
    private static final double BYTES_A_MS_OF_1_GBPS = 1e6;

    private final CUevent start = new CUevent();
    private final CUevent end = new CUevent();

    private DeviceTimer() {}

    /** Work put on the default stream. */
    @FunctionalInterface
    interface Work {
        void enqueue() throws DriverCallException;
    }

    static DeviceTimer create() throws DriverCallException {
        DeviceTimer timer = new DeviceTimer();
        DriverCall.check("cuEventCreate", JCudaDriver.cuEventCreate(timer.start, CUevent_flags.CU_EVENT_DEFAULT));
        DriverCall.check("cuEventCreate", JCudaDriver.cuEventCreate(timer.end, CUevent_flags.CU_EVENT_DEFAULT));
        return timer;
    }

    /** Milliseconds from the work's start to its end. */
    double timeMs(Work work) throws DriverCallException {
        DriverCall.check("cuEventRecord", JCudaDriver.cuEventRecord(start, null));
        work.enqueue();
        DriverCall.check("cuEventRecord", JCudaDriver.cuEventRecord(end, null));
        DriverCall.check("cuEventSynchronize", JCudaDriver.cuEventSynchronize(end));
        float[] elapsedMs = new float[1];
        DriverCall.check("cuEventElapsedTime", JCudaDriver.cuEventElapsedTime(elapsedMs, start, end));
        return elapsedMs[0];
    }

    /** Times of the work, in milliseconds and rising, after one run that does not count. */
    List<Double> timesMs(Work work) throws DriverCallException {
        work.enqueue();
        List<Double> times = new ArrayList<>();
        double spentMs = 0;
        while (times.size() < REPEATS && (spentMs < LONGEST_MS || times.size() < FEWEST_REPEATS)) {
            double ms = timeMs(work);
            times.add(ms);
            spentMs += ms;
        }
        Collections.sort(times);
        return times;
    }

    /**
     * Times a copy.
     *
     * @param sizeBytes how much one run copies
     * @param moves how often every byte crosses the path that is meant
     * @param copy one run
     */
    Bandwidth bandwidth(long sizeBytes, int moves, Work copy) throws DriverCallException {
        List<Double> times = timesMs(copy);
        double bytes = (double) sizeBytes * moves;
        return new Bandwidth(
                bytes / median(times) / BYTES_A_MS_OF_1_GBPS,
                bytes / times.get(times.size() - 1) / BYTES_A_MS_OF_1_GBPS,
                bytes / times.get(0) / BYTES_A_MS_OF_1_GBPS,
                times.size(),
                sizeBytes / MIB_BYTES);
    }

    /** The middle of rising values, or the mean of the two. */
    static double median(List<Double> rising) {
        int middle = rising.size() / 2;
        return rising.size() % 2 == 1 ? rising.get(middle) : (rising.get(middle - 1) + rising.get(middle)) / 2;
    }

    @Override
    public void close() {
        // They go with the context at the latest.
        JCudaDriver.cuEventDestroy(start);
        JCudaDriver.cuEventDestroy(end);
    }
}
