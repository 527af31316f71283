package org.servedyno.results.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.servedyno.results.report.view.CellView;
import org.servedyno.results.report.view.CellView.Interval;
import org.servedyno.results.report.view.ForkView;
import org.servedyno.results.report.view.Shortened;
import org.servedyno.results.report.view.WorkloadView;

/**
 * One dot a trial. Within a configuration the blocks stand from left to right, so that drift shows; a thin line joins the
 * trials of one block, so that pairing shows. Where configurations lie much further apart than their trials do, each is
 * drawn around its own mean, in percent: else the trials of each would be one dot.
 */
final class ForkDots {
    private static final double WIDTH = 640;
    private static final double LEFT = 76;
    private static final double RIGHT = 628;
    private static final double TOP = 14;
    private static final double BOTTOM = 250;
    private static final double FLAT_FOOT = 44;
    private static final double TURNED_FOOT = 88;
    private static final double CHARACTER = 7.4;
    private static final int NAME_CHARACTERS = 22;
    private static final int TICKS = 5;
    private static final int COLOURS = 8;
    private static final double FAR_APART = 4;

    private final WorkloadView workload;
    private final boolean simulated;
    private final List<String> configurations;
    private final Map<String, Double> means;
    private final int blocks;
    private final boolean relative;
    private final boolean turned;
    private final Axis axis;
    private final Svg svg;

    private ForkDots(WorkloadView workload, boolean simulated) {
        this.workload = workload;
        this.simulated = simulated;
        this.configurations =
                workload.cells().stream().map(CellView::configuration).toList();
        this.means = workload.forks().stream()
                .collect(Collectors.groupingBy(ForkView::configuration, Collectors.averagingDouble(ForkView::value)));
        this.blocks = workload.forks().stream().mapToInt(ForkView::block).max().orElse(1);
        this.relative = farApart();
        int longest = configurations.stream().mapToInt(String::length).max().orElse(0);
        this.turned = longest * CHARACTER > columnWidth();
        this.axis = Axis.around(extent(), BOTTOM, TOP);
        this.svg = new Svg(
                WIDTH,
                BOTTOM + (turned ? TURNED_FOOT : FLAT_FOOT),
                workload.metricLabel() + " of each trial, workload " + workload.name());
    }

    /** The drawing, or empty text when no trial counts. */
    static String draw(WorkloadView workload, boolean simulated) {
        return workload.forks().isEmpty() ? "" : new ForkDots(workload, simulated).draw();
    }

    /** What the vertical axis shows, for the caption. */
    static String axisNote(WorkloadView workload) {
        boolean relative = !workload.forks().isEmpty() && new ForkDots(workload, false).relative;
        return relative
                ? "Each configuration is drawn around its own mean, on one scale in percent."
                : "The axis does not start at 0.";
    }

    private boolean farApart() {
        boolean positive = means.values().stream().allMatch(mean -> mean > 0);
        double widest = workload.forks().stream()
                .mapToDouble(f -> Math.abs(f.value() - means.getOrDefault(f.configuration(), f.value())))
                .max()
                .orElse(0);
        double most =
                means.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
        double least =
                means.values().stream().mapToDouble(Double::doubleValue).min().orElse(0);
        return positive && most - least > FAR_APART * 2 * widest;
    }

    private double shown(String configuration, double value) {
        return relative ? (value / means.getOrDefault(configuration, value) - 1) * 100 : value;
    }

    private List<Double> extent() {
        List<Double> values = new ArrayList<>();
        workload.forks().forEach(f -> values.add(shown(f.configuration(), f.value())));
        for (CellView cell : workload.cells()) {
            cell.interval().ifPresent(i -> {
                values.add(shown(cell.configuration(), i.low()));
                values.add(shown(cell.configuration(), i.high()));
            });
        }
        return values;
    }

    private String draw() {
        if (simulated) {
            svg.text("mark", (LEFT + RIGHT) / 2, (TOP + BOTTOM) / 2 + 20, "SIMULATED");
        }
        for (Axis.Tick tick : axis.ticks(TICKS)) {
            svg.line("grid", LEFT, axis.at(tick.value()), RIGHT, axis.at(tick.value()));
            svg.text("tick end", LEFT - 8, axis.at(tick.value()) + 4, tick.label());
        }
        String label = relative
                ? workload.metricLabel() + ", % from the mean"
                : workload.metricLabel() + ", " + workload.unit();
        svg.turnedText("label mid", 14, (TOP + BOTTOM) / 2, -90, label);
        for (int i = 0; i < configurations.size(); i++) {
            column(i);
        }
        blockLines();
        workload.forks().forEach(this::dot);
        return svg.end();
    }

    private double columnWidth() {
        return (RIGHT - LEFT) / Math.max(1, configurations.size());
    }

    private double middle(int column) {
        return LEFT + (column + 0.5) * columnWidth();
    }

    private double x(ForkView fork) {
        double spread = Math.min(columnWidth() * 0.5, 120);
        double place = blocks == 1 ? 0 : (fork.block() - 1) / (double) (blocks - 1) - 0.5;
        return middle(configurations.indexOf(fork.configuration())) + place * spread;
    }

    private double y(ForkView fork) {
        return axis.at(shown(fork.configuration(), fork.value()));
    }

    private void column(int index) {
        CellView cell = workload.cells().get(index);
        double middle = middle(index);
        String colour = " c" + index % COLOURS;
        if (cell.interval().isPresent()) {
            Interval interval = cell.interval().get();
            double half = Math.min(columnWidth() * 0.36, 86);
            double high = axis.at(shown(cell.configuration(), interval.high()));
            double low = axis.at(shown(cell.configuration(), interval.low()));
            double mean = axis.at(shown(cell.configuration(), interval.value()));
            svg.box("range" + colour, middle - half, high, 2 * half, Math.max(1, low - high));
            svg.line("mean" + colour, middle - half, mean, middle + half, mean);
        }
        boolean counted = means.containsKey(cell.configuration());
        String below = counted
                ? cell.estimate().text() + " " + workload.unit()
                : cell.estimate().text();
        if (turned) {
            svg.turnedText(
                    "name end", middle + 6, BOTTOM + 18, -24, Shortened.to(NAME_CHARACTERS, cell.configuration()));
            svg.turnedText("tick end", middle + 14, BOTTOM + 32, -24, Shortened.to(NAME_CHARACTERS, below));
        } else {
            svg.text("name mid", middle, BOTTOM + 20, cell.configuration());
            svg.text("tick mid", middle, BOTTOM + 36, Shortened.to((int) (columnWidth() / CHARACTER), below));
        }
    }

    private void dot(ForkView fork) {
        String style = "dot c" + configurations.indexOf(fork.configuration()) % COLOURS;
        String title = "block " + fork.block() + ": " + fork.text() + " " + workload.unit() + " (trial " + fork.trial()
                + (fork.suspect() ? ", SUSPECT)" : ")");
        svg.dot(fork.suspect() ? style + " hollow" : style, x(fork), y(fork), 4.5, title);
    }

    private void blockLines() {
        Map<Integer, List<ForkView>> byBlock = workload.forks().stream()
                .collect(Collectors.groupingBy(ForkView::block, TreeMap::new, Collectors.toList()));
        for (List<ForkView> block : byBlock.values()) {
            List<ForkView> ordered = block.stream()
                    .sorted(Comparator.comparingInt(f -> configurations.indexOf(f.configuration())))
                    .toList();
            double[] points = new double[2 * ordered.size()];
            for (int i = 0; i < ordered.size(); i++) {
                points[2 * i] = x(ordered.get(i));
                points[2 * i + 1] = y(ordered.get(i));
            }
            svg.path("pair", points);
        }
    }
}
