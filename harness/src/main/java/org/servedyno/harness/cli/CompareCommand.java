package org.servedyno.harness.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.servedyno.harness.cli.recorded.ComparisonText;
import org.servedyno.harness.cli.recorded.RecordedRun;
import org.servedyno.harness.cli.recorded.UnusableRunException;
import org.servedyno.harness.plan.document.Scalars;
import org.servedyno.results.store.Json;
import org.servedyno.results.verdict.Comparison;
import org.servedyno.results.verdict.ConfigurationResult;
import org.servedyno.results.verdict.Contrast;
import org.servedyno.results.verdict.IncomparableException;
import org.servedyno.results.verdict.Verdict;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code servedyno compare}: a verdict between two runs, or two configurations, from their files. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        header = {"A verdict between two runs, or two configurations.", ""},
        sortOptions = false,
        description = {
            "Compare B with A: two runs, or two configurations of one run or of two. Configurations of one run are"
                    + " compared block by block; two runs share no blocks and are compared unpaired, which is said.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  servedyno compare runs/before runs/after --fail-on slower,inconclusive",
            "  servedyno compare runs/mine:vllm runs/mine:sglang --margin 1%%",
            "",
            "Exit code: 0 there is an answer, whatever it is, 1 a verdict of --fail-on",
            "came out for the primary metric, 2 the two can't be compared."
        })
public final class CompareCommand implements Callable<Integer> {
    private static final double LEAST_MARGIN = 0.0001;
    private static final double MOST_MARGIN = 0.5;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A", description = "The baseline: DIR, or DIR:CONFIGURATION.")
    private String baseline;

    @Parameters(index = "1", paramLabel = "B", description = "What is compared with it, in the same form.")
    private String candidate;

    @Option(
            names = "--margin",
            paramLabel = "SHARE",
            description = "How small a difference counts as none, for example 0.5%% (default: that of A's plan).")
    private @Nullable String margin;

    @Option(
            names = "--fail-on",
            split = ",",
            paramLabel = "VERDICT",
            description = "Exit 1 when one of these comes out: faster, slower, equivalent, inconclusive, invalid.")
    private List<Verdict> failOn = List.of();

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    @SuppressWarnings("NullAway.Init") // picocli fills the fields
    CompareCommand() {}

    @Override
    public Integer call() {
        OptionalDouble marginRatio = marginRatio();
        try {
            Comparison.Side left = side(baseline);
            Comparison.Side right = side(candidate);
            Comparison comparison = Comparison.of(left, right, marginRatio);
            print(left, right, comparison);
            boolean matched = comparison.verdicts().stream()
                    .filter(Contrast::primary)
                    .anyMatch(contrast -> failOn.contains(contrast.verdict()));
            return matched ? ExitCode.FAILED : ExitCode.OK;
        } catch (UnusableRunException | IncomparableException e) {
            spec.commandLine().getErr().println("servedyno compare: " + e.getMessage());
            return ExitCode.USAGE;
        }
    }

    private OptionalDouble marginRatio() {
        if (margin == null) {
            return OptionalDouble.empty();
        }
        OptionalDouble share = Scalars.share(margin);
        if (share.isEmpty() || !(share.getAsDouble() >= LEAST_MARGIN && share.getAsDouble() <= MOST_MARGIN)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--margin must be a share from 0.01% to 50%, such as 0.5% or 0.005, not " + margin);
        }
        return share;
    }

    /** A folder is taken whole where there is one of that name, so that a colon in its path does no harm. */
    private static Comparison.Side side(String text) throws UnusableRunException {
        int colon = text.lastIndexOf(':');
        if (colon <= 0 || Files.isDirectory(Path.of(text))) {
            return new Comparison.Side(RecordedRun.open(Path.of(text)).result(), Optional.empty());
        }
        RecordedRun run = RecordedRun.open(Path.of(text.substring(0, colon)));
        return new Comparison.Side(run.result(), Optional.of(text.substring(colon + 1)));
    }

    private void print(Comparison.Side left, Comparison.Side right, Comparison comparison) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? document(left, right, comparison) : ComparisonText.of(comparison));
        out.flush();
    }

    private static String document(Comparison.Side left, Comparison.Side right, Comparison comparison) {
        ObjectNode document = Json.document(comparison, comparison.simulated());
        document.put("runDirectory", left.study().runDirectory());
        document.put("candidateRunDirectory", right.study().runDirectory());
        List<ConfigurationResult> configurations = new ArrayList<>(left.study().configurations());
        if (!left.study().runDirectory().equals(right.study().runDirectory())) {
            configurations.addAll(right.study().configurations());
        }
        document.set("configurations", Json.tree(configurations));
        return Json.pretty(document);
    }
}
