package org.servedyno.harness.cli.recorded;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.servedyno.results.model.Reading;
import org.servedyno.results.verdict.Comparison;
import org.servedyno.results.verdict.Contrast;

/** A comparison for a console. */
public final class ComparisonText {
    private ComparisonText() {}

    /** The text, a paragraph for each workload and metric, ending in a line break. */
    public static String of(Comparison comparison) {
        StringBuilder text = new StringBuilder();
        if (comparison.simulated()) {
            text.append("SIMULATED: nothing here was measured on hardware\n");
        }
        Map<String, List<Contrast>> paragraphs = new LinkedHashMap<>();
        for (Contrast contrast : comparison.verdicts()) {
            paragraphs
                    .computeIfAbsent(heading(contrast), heading -> new ArrayList<>())
                    .add(contrast);
        }
        paragraphs.forEach((heading, contrasts) -> {
            text.append(heading).append('\n');
            contrasts.forEach(contrast -> append(text, contrast));
        });
        return text.toString();
    }

    private static String heading(Contrast contrast) {
        return String.format(
                Locale.ROOT,
                "%s, %s (%s, margin ±%s %%)",
                contrast.workload(),
                contrast.metric(),
                contrast.role(),
                percent(contrast.margin()));
    }

    private static String percent(double ratio) {
        return BigDecimal.valueOf(ratio).movePointRight(2).stripTrailingZeros().toPlainString();
    }

    private static void append(StringBuilder text, Contrast contrast) {
        text.append("  ")
                .append(contrast.candidate())
                .append(" against ")
                .append(contrast.baseline())
                .append('\n');
        text.append("    ")
                .append(contrast.verdict())
                .append("  ")
                .append(interval(contrast))
                .append("  ")
                .append(contrast.blocks())
                .append(contrast.paired() ? " blocks, paired" : " trials, unpaired")
                .append('\n');
        contrast.notes().forEach(note -> text.append("    - ").append(note).append('\n'));
    }

    private static String interval(Contrast contrast) {
        if (contrast.ratio() instanceof Reading.Absent<Double> absent) {
            return "no ratio: " + absent.reason();
        }
        return "ratio " + number(contrast.ratio()) + " [" + number(contrast.low()) + ", " + number(contrast.high())
                + "]";
    }

    private static String number(Reading<Double> reading) {
        return reading.toOptional()
                .map(value -> String.format(Locale.ROOT, "%.4f", value))
                .orElse("-");
    }
}
