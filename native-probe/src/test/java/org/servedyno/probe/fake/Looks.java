package org.servedyno.probe.fake;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.servedyno.probe.GpuProbe;
import org.servedyno.results.model.gpu.GpuSample;

/** Samples of a probe on a machine that may be busy: a look that is late comes with the next one. */
public final class Looks {
    private static final long LIMIT_S = 20;

    private Looks() {}

    /** The next sample of this GPU. */
    public static GpuSample of(GpuProbe probe, int gpu) throws InterruptedException {
        return all(probe, gpu).stream()
                .filter(sample -> sample.gpu() == gpu)
                .findFirst()
                .orElseThrow();
    }

    /** The next sample of each of these GPUs, and what was seen of others meanwhile, by index. */
    public static List<GpuSample> all(GpuProbe probe, int... gpus) throws InterruptedException {
        Map<Integer, GpuSample> seen = new TreeMap<>();
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (System.nanoTime() < endNs) {
            probe.sample().forEach(sample -> seen.putIfAbsent(sample.gpu(), sample));
            if (Arrays.stream(gpus).allMatch(seen::containsKey)) {
                return List.copyOf(seen.values());
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        throw new AssertionError(
                "no sample of each of " + Arrays.toString(gpus) + " in " + LIMIT_S + " s, but of " + seen.keySet());
    }
}
