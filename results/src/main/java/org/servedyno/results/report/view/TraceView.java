package org.servedyno.results.report.view;

import java.util.List;
import java.util.Optional;

/**
 * The GPU trace of one trial, thinned for drawing.
 *
 * @param trial the trial's id
 * @param configuration its configuration
 * @param validity VALID, SUSPECT or INVALID
 * @param caption source, period and number of samples
 * @param seconds time of each point, seconds since the trial's start
 * @param lines one line a GPU and quantity
 * @param bands the passes
 * @param missing quantities without data, with the reason
 */
public record TraceView(
        String trial,
        String configuration,
        String validity,
        String caption,
        List<Double> seconds,
        List<Line> lines,
        List<Band> bands,
        List<String> missing) {
    public TraceView {
        seconds = List.copyOf(seconds);
        lines = List.copyOf(lines);
        bands = List.copyOf(bands);
        missing = List.copyOf(missing);
    }

    /** What is drawn, in the order of the charts. */
    public enum Quantity {
        UTILIZATION("Utilization", "%"),
        SM_ACTIVE("SM active", "%"),
        POWER("Power", "W"),
        SM_CLOCK("SM clock", "MHz"),
        TEMPERATURE("Temperature", "°C");

        private final String label;
        private final String unit;

        Quantity(String label, String unit) {
            this.label = label;
            this.unit = unit;
        }

        /** The words for it. */
        public String label() {
            return label;
        }

        /** Its unit. */
        public String unit() {
            return unit;
        }
    }

    /**
     * One line.
     *
     * @param gpu the GPU's index
     * @param quantity what it shows
     * @param values one a point, empty where there is none
     */
    public record Line(int gpu, Quantity quantity, List<Optional<Double>> values) {
        public Line {
            values = List.copyOf(values);
        }
    }

    /**
     * One pass in the trace.
     *
     * @param label workload, kind and number
     * @param kind warmup, measured or audit
     * @param fromSeconds seconds since the trial's start
     * @param toSeconds seconds since the trial's start
     */
    public record Band(String label, String kind, double fromSeconds, double toSeconds) {}
}
