package org.servedyno.results.report.html;

import java.util.ArrayList;
import java.util.List;
import org.servedyno.results.report.view.CellView;
import org.servedyno.results.report.view.CellView.Contrast;
import org.servedyno.results.report.view.Shortened;
import org.servedyno.results.report.view.WorkloadView;

/** The ratios to the baseline with their intervals, over the band of the margin. */
final class ForestPlot {
    private static final double WIDTH = 640;
    private static final double LEFT = 150;
    private static final double RIGHT = 470;
    private static final double TOP = 14;
    private static final double ROW = 42;
    private static final double FOOT = 46;
    private static final int NAME_CHARACTERS = 18;
    private static final int TICKS = 5;

    private final WorkloadView workload;
    private final boolean simulated;
    private final List<CellView> rows;
    private final double bottom;
    private final Axis axis;
    private final Svg svg;

    private ForestPlot(WorkloadView workload, boolean simulated) {
        this.workload = workload;
        this.simulated = simulated;
        this.rows = workload.cells().stream().filter(c -> !c.baseline()).toList();
        this.bottom = TOP + Math.max(1, rows.size()) * ROW;
        this.axis = Axis.around(extent(workload), LEFT, RIGHT);
        this.svg = new Svg(
                WIDTH,
                bottom + FOOT,
                "Ratio of " + workload.metricLabel() + " to " + workload.baseline() + ", workload " + workload.name());
    }

    /** The drawing, or empty text when no configuration could be compared. */
    static String draw(WorkloadView workload, boolean simulated) {
        boolean comparable =
                workload.cells().stream().anyMatch(c -> c.contrast().isPresent());
        return comparable ? new ForestPlot(workload, simulated).draw() : "";
    }

    private static List<Double> extent(WorkloadView workload) {
        List<Double> values = new ArrayList<>(List.of(1 / (1 + workload.marginRatio()), 1 + workload.marginRatio()));
        for (CellView cell : workload.cells()) {
            cell.contrast()
                    .map(Contrast::interval)
                    .ifPresent(i -> values.addAll(List.of(i.low(), i.high(), i.value())));
        }
        return values;
    }

    private String draw() {
        if (simulated) {
            svg.text("mark", (LEFT + RIGHT) / 2, (TOP + bottom) / 2 + 10, "SIMULATED");
        }
        double marginLow = axis.at(1 / (1 + workload.marginRatio()));
        double marginHigh = axis.at(1 + workload.marginRatio());
        svg.box("margin", marginLow, TOP, marginHigh - marginLow, bottom - TOP);
        for (Axis.Tick tick : axis.ticks(TICKS)) {
            svg.line("grid", axis.at(tick.value()), TOP, axis.at(tick.value()), bottom);
            svg.text("tick mid", axis.at(tick.value()), bottom + 16, tick.label());
        }
        svg.line("one", axis.at(1), TOP - 6, axis.at(1), bottom + 4);
        for (int i = 0; i < rows.size(); i++) {
            row(rows.get(i), TOP + i * ROW + ROW / 2);
        }
        svg.text(
                "label mid",
                (LEFT + RIGHT) / 2,
                bottom + 36,
                "ratio to " + Shortened.to(NAME_CHARACTERS, workload.baseline()) + " (1 = the same; "
                        + workload.betterIs() + " is better)");
        return svg.end();
    }

    private void row(CellView cell, double y) {
        svg.textCut("name end", LEFT - 14, y + 4, cell.configuration(), NAME_CHARACTERS);
        if (cell.contrast().isEmpty()) {
            svg.text(
                    "tick",
                    RIGHT + 14,
                    y + 4,
                    Shortened.to(
                            26,
                            cell.estimate().present()
                                    ? cell.verdict()
                                    : cell.estimate().text()));
            return;
        }
        Contrast contrast = cell.contrast().get();
        double low = axis.at(contrast.interval().low());
        double high = axis.at(contrast.interval().high());
        String style = "v-" + cell.verdictClass();
        svg.line("bar " + style, low, y, high, y);
        svg.line("cap " + style, low, y - 5, low, y + 5);
        svg.line("cap " + style, high, y - 5, high, y + 5);
        svg.dot(
                "point " + style,
                axis.at(contrast.interval().value()),
                y,
                5,
                cell.configuration() + ": " + contrast.text() + ", " + cell.verdict());
        svg.text("value", RIGHT + 14, y + 4, contrast.text());
    }
}
