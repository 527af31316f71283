package org.servedyno.results.report.html;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.servedyno.results.report.view.CellView;
import org.servedyno.results.report.view.GateView;
import org.servedyno.results.report.view.PassView;
import org.servedyno.results.report.view.PlanView;
import org.servedyno.results.report.view.ReportModel;
import org.servedyno.results.report.view.TraceView;
import org.servedyno.results.report.view.WorkloadView;

/**
 * What the template is filled with: the model, and what only a web page needs of it (colours, drawings, data, scripts).
 * Mustache has no conditions of its own, so each is a flag here.
 */
record HtmlPage(
        ReportModel model,
        Assets assets,
        List<WorkloadPart> workloads,
        List<GatePart> gates,
        List<TracePart> traces,
        List<OrderPart> order,
        String traceData) {
    private static final int COLOURS = 8;

    static HtmlPage of(ReportModel model, Assets assets) {
        boolean simulated = model.heading().simulated();
        List<String> names = configurations(model);
        return new HtmlPage(
                model,
                assets,
                model.workloads().stream()
                        .map(w -> WorkloadPart.of(w, simulated))
                        .toList(),
                model.gates().stream().map(GatePart::of).toList(),
                traceParts(model.traces(), names),
                model.plan().order().stream().map(OrderPart::of).toList(),
                TraceData.json(simulated, model.traces()));
    }

    private static List<String> configurations(ReportModel model) {
        return model.workloads().stream()
                .findFirst()
                .map(w -> w.cells().stream().map(CellView::configuration).toList())
                .orElse(List.of());
    }

    private static List<TracePart> traceParts(List<TraceView> traces, List<String> names) {
        return IntStream.range(0, traces.size())
                .mapToObj(i -> new TracePart(
                        i,
                        colour(Math.max(0, names.indexOf(traces.get(i).configuration()))),
                        traces.get(i).validity().toLowerCase(Locale.ROOT),
                        traces.get(i)))
                .toList();
    }

    private static String colour(int index) {
        return "c" + index % COLOURS;
    }

    public String css() {
        return assets.css();
    }

    public String js() {
        return assets.js();
    }

    public String plotCss() {
        return assets.plotCss();
    }

    public String plotJs() {
        return assets.plotJs();
    }

    public String plotLicence() {
        return assets.plotLicence();
    }

    public List<PassView.Column> columns() {
        return PassView.COLUMNS;
    }

    public boolean incomplete() {
        return !model.heading().incomplete().isEmpty();
    }

    public boolean hasNotes() {
        return !model.notes().isEmpty();
    }

    public boolean hasCellNotes() {
        return !model.cellNotes().isEmpty();
    }

    public boolean hasTraces() {
        return !model.traces().isEmpty();
    }

    public boolean hasGates() {
        return !model.gates().isEmpty();
    }

    public boolean hasFindings() {
        return !model.findings().isEmpty();
    }

    public boolean hasDeviations() {
        return !model.plan().deviations().isEmpty();
    }

    public boolean hasSource() {
        return !model.plan().source().isEmpty();
    }

    /** The files that are written into the page. */
    record Assets(String css, String js, String plotCss, String plotJs, String plotLicence) {}

    /** One workload with its drawings. */
    record WorkloadPart(WorkloadView view, List<CellPart> cells, String forest, String dots) {
        static WorkloadPart of(WorkloadView view, boolean simulated) {
            List<CellPart> cells = IntStream.range(0, view.cells().size())
                    .mapToObj(i -> new CellPart(
                            view.cells().get(i),
                            colour(i),
                            view.cells().get(i).contrast().stream().toList()))
                    .toList();
            return new WorkloadPart(view, cells, ForestPlot.draw(view, simulated), ForkDots.draw(view, simulated));
        }

        public boolean hasForest() {
            return !forest.isEmpty();
        }

        public String dotsNote() {
            return ForkDots.axisNote(view);
        }

        public boolean hasDots() {
            return !dots.isEmpty();
        }
    }

    /** One row of the verdict table; the contrast is a list of one or none. */
    record CellPart(CellView view, String colour, List<CellView.Contrast> contrast) {}

    /** One gate with its counts. */
    record GatePart(GateView view, List<Count> counts) {
        static GatePart of(GateView view) {
            return new GatePart(
                    view,
                    List.of(
                            Count.of(view.passed()),
                            Count.of(view.warned()),
                            Count.of(view.failed()),
                            Count.of(view.skipped())));
        }
    }

    /** A count; zero is printed quietly. */
    record Count(String count, String style) {
        static Count of(int count) {
            return new Count(Integer.toString(count), count == 0 ? "zero" : "some");
        }
    }

    /** One trace card. */
    record TracePart(int index, String colour, String validityClass, TraceView view) {}

    /** One block's order. */
    record OrderPart(int block, List<PlacePart> places) {
        static OrderPart of(PlanView.BlockOrder order) {
            return new OrderPart(
                    order.block(),
                    order.places().stream()
                            .map(p -> new PlacePart(p.configuration(), HtmlPage.colour(p.colour())))
                            .toList());
        }
    }

    /** One configuration in a block's order. */
    record PlacePart(String configuration, String colour) {}
}
