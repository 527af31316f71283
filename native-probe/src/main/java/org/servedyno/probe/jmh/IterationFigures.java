package org.servedyno.probe.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.servedyno.results.metric.GpuWindow;
import org.servedyno.results.model.gpu.GpuSample;

/**
 * What the GPUs did during one iteration: power and energy summed over the recorded GPUs, SM clock and utilization as means over
 * samples and GPUs. A figure that cannot be known is left out, never 0.
 *
 * @param window the iteration, on the clock of the samples
 * @param gpus indices of the recorded GPUs
 * @param samples of all recorded GPUs, also from before and after the window
 */
record IterationFigures(GpuWindow window, List<Integer> gpus, List<GpuSample> samples) {
    IterationFigures {
        gpus = List.copyOf(gpus);
        samples = List.copyOf(samples);
    }

    /**
     * The figures as JMH takes them.
     *
     * @param ops operations that ran within the window, measured or not
     */
    List<GpuResult> results(long ops) {
        List<GpuResult> results = new ArrayList<>();
        summed("gpu-power-mean").ifPresent(watts -> results.add(GpuResult.of("gpu.power", watts, "W")));
        if (ops > 0) {
            summed("gpu-energy")
                    .ifPresent(joules -> results.add(GpuResult.of("gpu.energyPerOp", joules / ops, "J/op")));
        }
        smMhz().ifPresent(mhz -> results.add(GpuResult.of("gpu.smClock", mhz, "MHz")));
        value(samples, "gpu-utilization-mean")
                .ifPresent(percent -> results.add(GpuResult.of("gpu.utilization", percent, "%")));
        return results;
    }

    /** The sum over the GPUs; empty when one has no value, or 0, which a counter that stood still has: the others' sum is too small. */
    private OptionalDouble summed(String metric) {
        double sum = 0;
        for (int gpu : gpus) {
            List<GpuSample> own =
                    samples.stream().filter(sample -> sample.gpu() == gpu).toList();
            Optional<Double> one = value(own, metric).filter(value -> value > 0);
            if (one.isEmpty()) {
                return OptionalDouble.empty();
            }
            sum += one.get();
        }
        return gpus.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sum);
    }

    private Optional<Double> value(List<GpuSample> of, String metric) {
        return Optional.ofNullable(window.metrics(of, 0).get(metric))
                .orElseThrow(() -> new IllegalStateException("a window has no metric " + metric))
                .value()
                .toOptional();
    }

    private OptionalDouble smMhz() {
        return samples.stream()
                .filter(sample -> sample.monotonicNs() >= window.startNs() && sample.monotonicNs() <= window.endNs())
                .flatMap(sample -> sample.smMhz().toOptional().stream())
                .mapToInt(Integer::intValue)
                .average();
    }
}
