package org.servedyno.probe.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.fake.FakeNvml;
import org.servedyno.results.model.gpu.GpuSample;

/**
 * What a look at eight GPUs costs on our side of NVML: all calls, their conversion and the hand-over between threads, against a fake
 * library that answers at once. What a driver takes comes on top.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // JMH calls the setup before all else
public class ProbeBenchmark {
    static final int GPUS = 8;

    private GpuProbe probe;

    @Setup
    public void open() throws IOException, ProbeUnavailableException {
        Path folder = Files.createTempDirectory("probe-benchmark");
        probe = GpuProbes.open(
                new ProbeSource.Nvml(Optional.of(FakeNvml.in(folder).library())));
        int gpus = probe.sample().size();
        if (gpus != GPUS) {
            throw new IllegalStateException("the fake node has " + gpus + " GPUs");
        }
    }

    @TearDown
    public void close() {
        probe.close();
    }

    @Benchmark
    public List<GpuSample> look() {
        return probe.sample();
    }
}
