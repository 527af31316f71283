package org.servedyno.results.report.assembly;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.servedyno.results.metric.Metric;
import org.servedyno.results.metric.MetricCatalogue;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.TrialOutcome;
import org.servedyno.results.model.Workload;
import org.servedyno.results.report.view.CellView;
import org.servedyno.results.report.view.CellView.EstimateText;
import org.servedyno.results.report.view.CellView.Interval;
import org.servedyno.results.report.view.ForkView;
import org.servedyno.results.report.view.MetricView;
import org.servedyno.results.report.view.WorkloadView;
import org.servedyno.results.stats.Estimate;
import org.servedyno.results.verdict.ConfigurationResult;
import org.servedyno.results.verdict.Contrast;
import org.servedyno.results.verdict.ForkValue;
import org.servedyno.results.verdict.MetricResult;
import org.servedyno.results.verdict.StudyResult;
import org.servedyno.results.verdict.Verdict;

/** Estimates and verdicts of a study, rounded to what their intervals support. */
final class Answers {
    private static final String NONE = "–";

    private final Study study;
    private final List<Trial> trials;
    private final StudyResult result;

    Answers(Study study, List<Trial> trials, StudyResult result) {
        this.study = study;
        this.trials = trials;
        this.result = result;
    }

    /** A metric's label: the catalogue's, or its id in words. */
    static String label(String metric) {
        return MetricCatalogue.find(metric).map(Metric::label).orElseGet(() -> words(metric));
    }

    private static String words(String id) {
        return id.substring(0, 1).toUpperCase(Locale.ROOT) + id.substring(1).replace('-', ' ');
    }

    /** The unit of the primary metric. */
    String unit() {
        return MetricCatalogue.find(study.primaryMetric()).map(Metric::unit).orElse("");
    }

    /** One section a workload, in the plan's order. */
    List<WorkloadView> workloads() {
        return study.workloads().stream().map(this::workload).toList();
    }

    /** Every metric that any configuration has under a workload, configurations side by side. */
    List<MetricView> metrics() {
        List<MetricView> views = new ArrayList<>();
        for (Workload workload : study.workloads()) {
            for (String metric : measured(workload.name())) {
                for (ConfigurationResult configuration : result.configurations()) {
                    configuration
                            .metric(workload.name(), metric)
                            .ifPresent(m -> views.add(metric(workload.name(), configuration.name(), metric, m)));
                }
            }
        }
        return views;
    }

    /** The ids of the metrics measured under a workload: the catalogue's in its order, then any it does not know. */
    private Set<String> measured(String workload) {
        Set<String> measured = new TreeSet<>();
        result.configurations()
                .forEach(c -> measured.addAll(
                        c.metrics().getOrDefault(workload, Map.of()).keySet()));
        Set<String> ordered = new LinkedHashSet<>();
        MetricCatalogue.all().stream()
                .map(Metric::id)
                .filter(measured::contains)
                .forEach(ordered::add);
        ordered.addAll(measured);
        return ordered;
    }

    private MetricView metric(String workload, String configuration, String metric, MetricResult measured) {
        Optional<Interval> interval = measured.estimate().toOptional().map(Answers::interval);
        String ratio = contrast(workload, configuration, metric)
                .flatMap(Answers::drawn)
                .map(CellView.Contrast::text)
                .orElse("");
        return new MetricView(
                workload,
                configuration,
                label(metric),
                measured.unit(),
                interval.map(i -> Rounding.within(i.value(), half(i)))
                        .or(() -> measured.estimate().absentReason())
                        .orElse(""),
                interval.filter(i -> half(i) > 0)
                        .map(i -> Rounding.within(i.low(), half(i)) + " to " + Rounding.within(i.high(), half(i)))
                        .orElse(""),
                ratio,
                Integer.toString(measured.forks().size()));
    }

    private WorkloadView workload(Workload workload) {
        return new WorkloadView(
                workload.name(),
                WorkloadText.of(workload),
                label(study.primaryMetric()),
                unit(),
                better(),
                study.baseline(),
                study.marginRatio(),
                study.configurations().stream()
                        .map(c -> cell(workload.name(), c.name()))
                        .toList(),
                result.verdicts().stream()
                        .filter(v -> v.workload().equals(workload.name()))
                        .map(Answers::row)
                        .toList(),
                forks(workload.name()));
    }

    private String better() {
        return MetricCatalogue.find(study.primaryMetric())
                .filter(m -> m.better() == Metric.Better.LOWER)
                .map(m -> "lower")
                .orElse("higher");
    }

    private Optional<MetricResult> primary(String workload, String configuration) {
        return result.configuration(configuration).flatMap(c -> c.metric(workload, study.primaryMetric()));
    }

    private Optional<Contrast> contrast(String workload, String configuration, String metric) {
        return result.verdicts().stream()
                .filter(v -> v.workload().equals(workload)
                        && v.candidate().equals(configuration)
                        && v.metric().equals(metric))
                .findFirst();
    }

    private CellView cell(String workload, String configuration) {
        boolean baseline = configuration.equals(study.baseline());
        Optional<Interval> interval = primary(workload, configuration)
                .flatMap(m -> m.estimate().toOptional())
                .map(Answers::interval);
        Optional<Contrast> contrast = contrast(workload, configuration, study.primaryMetric());
        return new CellView(
                configuration,
                baseline,
                interval.map(Answers::text)
                        .orElseGet(() -> new EstimateText(false, whyNone(workload, configuration), "")),
                interval,
                contrast.flatMap(Answers::drawn),
                verdict(baseline, interval.isPresent(), contrast),
                blocks(workload, configuration, contrast) + "/"
                        + study.discipline().blocks(),
                contrast.map(Contrast::notes).orElse(List.of()));
    }

    private static String verdict(boolean baseline, boolean measured, Optional<Contrast> contrast) {
        if (!measured) {
            return "failed";
        }
        return baseline
                ? "baseline"
                : contrast.map(Contrast::verdict).orElse(Verdict.INCONCLUSIVE).name();
    }

    private long blocks(String workload, String configuration, Optional<Contrast> contrast) {
        return contrast.map(c -> (long) c.blocks())
                .orElseGet(() -> primary(workload, configuration)
                        .map(m -> m.forks().stream()
                                .map(ForkValue::block)
                                .distinct()
                                .count())
                        .orElse(0L));
    }

    /** Never 0 and never missing: the failure's class, or what else kept the cell empty. */
    private String whyNone(String workload, String configuration) {
        return trials.stream()
                .filter(t -> t.configuration().equals(configuration) && t.outcome() instanceof TrialOutcome.Failed)
                .reduce((first, last) -> last)
                .map(TrialTables::outcome)
                .or(() -> primary(workload, configuration)
                        .flatMap(m -> m.estimate().absentReason()))
                .orElse("no trial that counts");
    }

    private static EstimateText text(Interval interval) {
        double half = half(interval);
        return new EstimateText(
                true, Rounding.within(interval.value(), half), half > 0 ? "± " + Rounding.halfWidth(half) : "");
    }

    /** The interval of an estimate; a single trial's is the value itself. */
    private static Interval interval(Estimate estimate) {
        return new Interval(
                estimate.value(),
                estimate.low().toOptional().orElse(estimate.value()),
                estimate.high().toOptional().orElse(estimate.value()));
    }

    private static double half(Interval interval) {
        return (interval.high() - interval.low()) / 2;
    }

    private static Optional<CellView.Contrast> drawn(Contrast contrast) {
        return contrast.ratio().toOptional().map(ratio -> {
            Interval interval = new Interval(ratio, end(contrast.low(), ratio), end(contrast.high(), ratio));
            double half = half(interval);
            return new CellView.Contrast(
                    interval, Rounding.ratio(ratio, half), ratio(contrast.low(), half), ratio(contrast.high(), half));
        });
    }

    private static WorkloadView.ContrastRow row(Contrast contrast) {
        Optional<CellView.Contrast> drawn = drawn(contrast);
        double half = drawn.map(d -> half(d.interval())).orElse(0.0);
        String interval90 = contrast.low90().toOptional().isPresent()
                ? "[" + ratio(contrast.low90(), half) + ", " + ratio(contrast.high90(), half) + "]"
                : NONE;
        return new WorkloadView.ContrastRow(
                label(contrast.metric()),
                contrast.role(),
                contrast.candidate(),
                drawn.map(CellView.Contrast::text).orElse(NONE),
                interval90,
                contrast.differenceP().toOptional().map(Rounding::probability).orElse(NONE),
                contrast.equivalenceP().toOptional().map(Rounding::probability).orElse(NONE),
                contrast.minimumDetectableRatio()
                        .toOptional()
                        .map(ratio -> Rounding.percent(ratio, 2))
                        .orElse(NONE),
                (contrast.paired() ? "paired, " : "unpaired, ") + contrast.blocks() + " blocks",
                contrast.verdict().name());
    }

    private static String ratio(Reading<Double> end, double half) {
        return end.toOptional().map(value -> Rounding.ratio(value, half)).orElse(NONE);
    }

    private static double end(Reading<Double> end, double otherwise) {
        return end.toOptional().orElse(otherwise);
    }

    private List<ForkView> forks(String workload) {
        List<ForkView> forks = new ArrayList<>();
        for (Configuration configuration : study.configurations()) {
            List<ForkValue> values = primary(workload, configuration.name())
                    .map(MetricResult::forks)
                    .orElse(List.of());
            values.forEach(v -> forks.add(new ForkView(
                    configuration.name(), v.block(), v.trialId(), v.value(), Rounding.plain(v.value()), v.suspect())));
        }
        return forks;
    }
}
