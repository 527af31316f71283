package org.servedyno.probe.jmh;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.IterationType;
import org.servedyno.probe.trace.RecorderRefusal;

/**
 * A JMH profiler of the GPUs: {@code -prof org.servedyno.probe.jmh.GpuProfiler:hz=10;gpu=0}. A recorder in a process of its own
 * reads them during each measurement iteration, and {@link IterationFigures} are added to its results; warmup iterations are
 * not recorded. It is no JMH service: JMH makes every service, also where nobody asked for it and there is no GPU. Used by JMH's one thread.
 */
public final class GpuProfiler implements InternalProfiler {
    private static final String HERE =
            "  here:  the profiler's option nvml=PATH stands for --nvml PATH; it does not simulate";

    private final ProfilerOptions options;
    private @Nullable IterationRecording recording;

    /**
     * Reads the options, and makes sure that the GPUs can be recorded: JMH asks this before it runs anything.
     *
     * @param line what follows the colon of {@code -prof}; empty takes the defaults
     * @throws ProfilerException if an option is wrong, or no GPU can be recorded; says what was tried
     */
    public GpuProfiler(String line) throws ProfilerException {
        options = ProfilerOptions.parse(line);
        try {
            IterationRecording.start(options).close();
        } catch (RecorderRefusal e) {
            throw new ProfilerException(String.join(System.lineSeparator(), e.lines()) + System.lineSeparator() + HERE);
        } catch (IOException e) {
            throw new ProfilerException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProfilerException(e);
        }
    }

    @Override
    public String getDescription() {
        return "GPU power, energy per operation, SM clock and utilization, by NVML";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        if (iteration.getType() != IterationType.MEASUREMENT) {
            return;
        }
        try {
            recording = IterationRecording.start(options);
        } catch (RecorderRefusal | IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    @Override
    public List<GpuResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        if (recording == null) {
            return List.of();
        }
        try (IterationRecording ended = recording) {
            recording = null;
            return ended.end().results(result.getMetadata().getAllOps());
        } catch (IOException e) {
            throw new IllegalStateException("the GPUs were not recorded: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while the GPU recorder started or ended", e);
    }
}
