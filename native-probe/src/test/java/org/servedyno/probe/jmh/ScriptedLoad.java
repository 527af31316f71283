package org.servedyno.probe.jmh;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.servedyno.probe.fake.FakeNode;
import org.servedyno.probe.fake.FakeNvml;

/** A load on two fake GPUs that draw far more power until warmup is over than afterwards. */
@State(Scope.Benchmark)
public class ScriptedLoad {
    static final int GPUS = 2;
    static final double WARM_WATTS = 100_000;
    static final double MEASURED_WATTS = 300;
    static final int MEASURED_MHZ = 1755;
    static final int MEASURED_PERCENT = 80;

    /** The fake library. */
    @Param("")
    public String library = "";

    private int warmedUp;

    static FakeNode node(double watts) {
        return FakeNode.healthy().with("gpus", GPUS).with("power", watts);
    }

    private void show(FakeNode node) {
        new FakeNvml(Path.of(library)).show(node);
    }

    @Setup(Level.Trial)
    public void warmsUp() {
        show(node(WARM_WATTS));
    }

    @TearDown(Level.Iteration)
    public void coolsDown(BenchmarkParams benchmark, IterationParams iteration) {
        long recorders = ProcessHandle.current().children().count();
        if (recorders != (iteration.getType() == IterationType.WARMUP ? 0 : 1)) {
            throw new IllegalStateException(recorders + " recorders in " + iteration.getType());
        }
        if (iteration.getType() == IterationType.WARMUP
                && ++warmedUp == benchmark.getWarmup().getCount()) {
            show(node(MEASURED_WATTS).with("clock.sm", MEASURED_MHZ).with("util.gpu", MEASURED_PERCENT));
        }
    }

    @Benchmark
    public void load() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(2);
    }
}
