package org.servedyno.harness.plan.dryrun;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Study;

/** What {@code servedyno run --dry-run} prints: the plan with every default, the commands, the order, and how long it may take. */
public final class DryRun {
    private static final int WIDTH = 80;
    private static final Pattern NEEDS_NO_QUOTES = Pattern.compile("[A-Za-z0-9_./:,=+@%{}-]+");

    private final Study study;
    private final Function<Configuration, List<String>> commands;
    private final StringBuilder text = new StringBuilder();

    private DryRun(Study study, Function<Configuration, List<String>> commands) {
        this.study = study;
        this.commands = commands;
    }

    /**
     * The text, ending in a line break, at most 80 columns wide where no single word is longer.
     *
     * @param commands the command line of a configuration as a reader could type it, secrets masked; empty for an engine that is not
     *     started
     */
    public static String of(Study study, Function<Configuration, List<String>> commands) {
        DryRun dryRun = new DryRun(study, commands);
        dryRun.write();
        return dryRun.text.toString();
    }

    private void write() {
        int trials = study.order().stream().mapToInt(List::size).sum();
        line("Dry run of study " + study.name() + ": nothing is started.");
        if (study.simulated()) {
            line("SIMULATED: its engines and its GPUs are simulated.");
        }
        heading("Plan with every default");
        text.append(EffectivePlan.of(study));
        heading("Commands");
        study.configurations().forEach(this::command);
        heading("Order (seed " + study.discipline().seed() + ")");
        for (int block = 1; block <= study.order().size(); block++) {
            wrap("block " + block + ":", study.order().get(block - 1), "");
        }
        heading("Estimate");
        TimeEstimate estimate = TimeEstimate.of(study);
        line(trials + " trials, each of up to about " + show(estimate.longestTrial()) + ": about "
                + show(estimate.study()) + " in all.");
        estimate.assumptions(study).forEach(this::line);
    }

    private void heading(String title) {
        line("");
        line(title);
        line("-".repeat(title.length()));
    }

    private void command(Configuration configuration) {
        List<String> words =
                commands.apply(configuration).stream().map(DryRun::quoted).toList();
        line(configuration.name() + ":");
        if (words.isEmpty()) {
            line("  (a server that already runs; nothing is started)");
        } else {
            wrap("  " + words.get(0), words.subList(1, words.size()), " \\");
        }
    }

    /** Writes words behind {@code first}, going on in an indented line where the width ends. */
    private void wrap(String first, List<String> words, String continuation) {
        StringBuilder line = new StringBuilder(first);
        for (String word : words) {
            if (line.length() + 1 + word.length() + continuation.length() > WIDTH) {
                line(line + continuation);
                line = new StringBuilder("   ");
            }
            line.append(' ').append(word);
        }
        line(line.toString());
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private static String quoted(String word) {
        return NEEDS_NO_QUOTES.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private static String show(Duration duration) {
        List<String> parts = new ArrayList<>();
        if (duration.toHours() > 0) {
            parts.add(duration.toHours() + " h");
        }
        if (duration.toMinutesPart() > 0) {
            parts.add(duration.toMinutesPart() + " min");
        }
        if (duration.toHours() == 0 && (duration.toMinutes() < 10 || parts.isEmpty())) {
            parts.add(String.format(Locale.ROOT, "%d s", duration.toSecondsPart()));
        }
        return String.join(" ", parts);
    }
}
