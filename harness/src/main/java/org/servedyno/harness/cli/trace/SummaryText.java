package org.servedyno.harness.cli.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.servedyno.results.metric.trace.EnergyUse;
import org.servedyno.results.metric.trace.GpuSummary;
import org.servedyno.results.metric.trace.Spread;
import org.servedyno.results.metric.trace.ThrottleShare;
import org.servedyno.results.metric.trace.TraceSummary;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuEvent;

/** A trace's summary as text of at most {@value #WIDTH} columns. */
public final class SummaryText {
    static final int WIDTH = 80;

    private static final String ROW = "%-3s %5s %4s %5s %6s %5s %7s %5s %5s %9s %4s %5s %5s\n";
    private static final int LABEL = 11;
    private static final int EVENTS_A_GPU = 5;

    private final TraceSummary summary;
    private final StringBuilder out = new StringBuilder();

    public SummaryText(TraceSummary summary) {
        this.summary = summary;
    }

    /** The whole text, each line ended. */
    public String text() {
        out.setLength(0);
        title();
        table();
        throttled();
        events();
        energy();
        recorder();
        meaning();
        summary.notes().forEach(note -> labelled("Note", note));
        return out.toString();
    }

    private void title() {
        String gpus = summary.gpus().size() == 1 ? "1 GPU" : summary.gpus().size() + " GPUs";
        labelled(
                summary.header().simulated() ? "SIMULATED" : "Trace",
                format(
                        "%s, %.1f s, a look every %d ms, %s",
                        gpus,
                        summary.seconds(),
                        summary.header().periodMs(),
                        summary.header().source()));
    }

    private void table() {
        out.append(format(
                ROW, "GPU", "util", "", "SM", "tensor", "DRAM", "memory", "power", "", "energy", "temp", "SM",
                "clock"));
        out.append(format(ROW, "", "%", "max", "%", "%", "%", "max MiB", "W", "max", "J", "max", "MHz", "min"));
        for (GpuSummary gpu : summary.gpus()) {
            out.append(format(
                    ROW,
                    gpu.index(),
                    cell(gpu.utilizationPercent(), Spread::mean, "%.1f"),
                    cell(gpu.utilizationPercent(), Spread::max, "%.0f"),
                    cell(gpu.smActivePercent(), Spread::mean, "%.1f"),
                    cell(gpu.tensorActivePercent(), Spread::mean, "%.1f"),
                    cell(gpu.dramActivePercent(), Spread::mean, "%.1f"),
                    cell(gpu.memoryUsedMiB(), Spread::max, "%.0f"),
                    cell(gpu.powerWatts(), Spread::mean, "%.0f"),
                    cell(gpu.powerWatts(), Spread::max, "%.0f"),
                    cell(gpu.energy().joules(), joules -> joules, "%.0f"),
                    cell(gpu.temperatureC(), Spread::max, "%.0f"),
                    cell(gpu.smMhz(), Spread::mean, "%.0f"),
                    cell(gpu.smMhz(), Spread::min, "%.0f")));
        }
        absences();
    }

    private static <T> String cell(Reading<T> reading, Function<T, Double> figure, String format) {
        return reading.map(value -> format(format, figure.apply(value)))
                .toOptional()
                .orElse("-");
    }

    /** Why a column has a dash, once for all GPUs of which it is true. */
    private void absences() {
        Map<String, Function<GpuSummary, Reading<?>>> columns = new LinkedHashMap<>();
        columns.put("util", GpuSummary::utilizationPercent);
        columns.put("SM", GpuSummary::smActivePercent);
        columns.put("tensor", GpuSummary::tensorActivePercent);
        columns.put("DRAM", GpuSummary::dramActivePercent);
        columns.put("memory", GpuSummary::memoryUsedMiB);
        columns.put("power", GpuSummary::powerWatts);
        columns.put("energy", gpu -> gpu.energy().joules());
        columns.put("temp", GpuSummary::temperatureC);
        columns.put("clock", GpuSummary::smMhz);
        Map<String, List<String>> columnsByReason = new LinkedHashMap<>();
        for (GpuSummary gpu : summary.gpus()) {
            columns.forEach((name, reading) -> reading.apply(gpu).absentReason().ifPresent(reason -> {
                List<String> names = columnsByReason.computeIfAbsent(reason, key -> new ArrayList<>());
                if (!names.contains(name)) {
                    names.add(name);
                }
            }));
        }
        columnsByReason.forEach((reason, names) -> labelled("-", String.join(", ", names) + ": " + reason));
    }

    private void throttled() {
        for (GpuSummary gpu : summary.gpus()) {
            List<ThrottleShare> shares = gpu.throttled().toOptional().orElse(List.of());
            if (!shares.isEmpty()) {
                labelled(
                        "Throttled",
                        "GPU " + gpu.index() + ": "
                                + shares.stream()
                                        .map(share -> format("%s %.1f %%", share.reason(), share.percent()))
                                        .collect(Collectors.joining(", ")));
            }
        }
        boolean known = summary.gpus().stream()
                .anyMatch(gpu -> gpu.throttled().toOptional().isPresent());
        boolean any = summary.gpus().stream()
                .anyMatch(gpu -> gpu.throttled()
                        .toOptional()
                        .filter(shares -> !shares.isEmpty())
                        .isPresent());
        if (!any) {
            labelled("Throttled", known ? "never" : "not known: no GPU tells its clock event reasons");
        }
    }

    private void events() {
        summary.events().forEach(event -> labelled("Event", "node: " + event(event)));
        for (GpuSummary gpu : summary.gpus()) {
            gpu.events().stream()
                    .limit(EVENTS_A_GPU)
                    .forEach(event -> labelled("Event", "GPU " + gpu.index() + ": " + event(event)));
            if (gpu.events().size() > EVENTS_A_GPU) {
                labelled("Event", "GPU " + gpu.index() + ": " + (gpu.events().size() - EVENTS_A_GPU) + " more");
            }
        }
    }

    private String event(GpuEvent event) {
        long sinceNs = event.monotonicNs() - summary.header().anchor().monotonicNs();
        return format("%.1f s %s: %s", sinceNs / 1e9, event.kind().name(), event.detail());
    }

    private void energy() {
        double joules = 0;
        double watts = 0;
        for (GpuSummary gpu : summary.gpus()) {
            if (gpu.energy().source() == EnergyUse.Source.NONE) {
                return;
            }
            joules += gpu.energy().joules().toOptional().orElseThrow();
            watts += gpu.energy().meanWatts().toOptional().orElseThrow();
        }
        boolean counted = summary.gpus().stream().allMatch(gpu -> gpu.energy().source() == EnergyUse.Source.COUNTER);
        String source = counted ? "from the energy counters" : "not from energy counters alone";
        labelled("Energy", format("%.0f J in all, %.0f W in the mean, %s", joules, watts, source));
    }

    private void recorder() {
        summary.cost()
                .toOptional()
                .ifPresent(cost -> labelled(
                        "Recorder",
                        format(
                                        "%d looks, %d missed, late by %.1f ms (p99 %.1f, max %.1f)",
                                        cost.looks(),
                                        cost.missed(),
                                        cost.lateP50Ns() / 1e6,
                                        cost.lateP99Ns() / 1e6,
                                        cost.lateMaxNs() / 1e6)
                                + cost.cpuPercent()
                                        .map(percent -> format(", %.1f %% of a core", percent))
                                        .toOptional()
                                        .orElse("")));
    }

    private void meaning() {
        labelled("Util", "the share of time with a kernel resident; SM, tensor and DRAM say how busy it was");
    }

    /** A line that begins with its label, with more below when it is long. */
    private void labelled(String label, String text) {
        StringBuilder line = new StringBuilder(format("%-" + LABEL + "s", label));
        boolean empty = true;
        for (String word : text.split(" ", -1)) {
            if (!empty && line.length() + 1 + word.length() > WIDTH) {
                out.append(line).append('\n');
                line.setLength(0);
                line.append(" ".repeat(LABEL));
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        out.append(line).append('\n');
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
