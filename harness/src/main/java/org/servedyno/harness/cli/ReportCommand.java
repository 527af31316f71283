package org.servedyno.harness.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.servedyno.harness.cli.recorded.RecordedRun;
import org.servedyno.harness.cli.recorded.UnusableRunException;
import org.servedyno.harness.plan.document.ClosestWord;
import org.servedyno.results.report.ConsoleReport;
import org.servedyno.results.report.ReportFormat;
import org.servedyno.results.report.Reports;
import org.servedyno.results.report.assembly.ReportAssembly;
import org.servedyno.results.report.view.ReportModel;
import org.servedyno.results.store.Json;
import org.servedyno.results.verdict.StudyResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code servedyno report}: the reports of a run, made again from its files. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        header = {"The reports of a run, made again from its files.", ""},
        sortOptions = false,
        description = {
            "Make the reports of a run again from its files: of one that has ended, was cut short, or still goes on."
                    + " Every figure is worked out anew.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  servedyno report runs/demo-20261201-101500-k3xq",
            "  servedyno report runs/demo-20261201-101500-k3xq --format md",
            "",
            "Exit code: 0 the reports are written, 1 one could not be written,",
            "2 the folder is no run."
        })
public final class ReportCommand implements Callable<Integer> {
    private static final List<String> LATER_FORMATS = List.of("csv", "jmh", "vllm", "lab");

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "The run directory.")
    private Path folder;

    @Option(names = "--format", split = ",", paramLabel = "FORMAT", description = "html, md (default: both).")
    private List<String> formats = List.of();

    @Option(names = "--json", description = "Print the study's result as one JSON document; all else goes to stderr.")
    private boolean json;

    @SuppressWarnings("NullAway.Init") // picocli fills the fields
    ReportCommand() {}

    @Override
    public Integer call() {
        List<ReportFormat> wanted = wantedFormats();
        PrintWriter err = spec.commandLine().getErr();
        RecordedRun run;
        ReportModel model;
        try {
            run = RecordedRun.open(folder);
            model = ReportAssembly.of(run.directory());
        } catch (UnusableRunException | IOException e) {
            err.println("servedyno report: " + e.getMessage());
            return ExitCode.USAGE;
        }
        try {
            List<Path> written = Reports.write(run.directory(), model, wanted);
            print(run, model, written);
            return ExitCode.OK;
        } catch (IOException e) {
            err.println("servedyno report: a report can't be written: " + e.getMessage());
            return ExitCode.FAILED;
        }
    }

    private List<ReportFormat> wantedFormats() {
        List<String> words = ReportFormat.ALL.stream().map(ReportFormat::word).toList();
        List<ReportFormat> wanted = new ArrayList<>();
        for (String format : formats) {
            if (LATER_FORMATS.contains(format)) {
                throw new ParameterException(spec.commandLine(), "--format " + format + " comes with a later version");
            }
            wanted.add(ReportFormat.ALL.stream()
                    .filter(known -> known.word().equals(format))
                    .findFirst()
                    .orElseThrow(() -> unknownFormat(format, words)));
        }
        return wanted.isEmpty() ? ReportFormat.ALL : wanted;
    }

    private ParameterException unknownFormat(String format, List<String> words) {
        String hint = ClosestWord.to(format, words)
                .map(word -> "; did you mean \"" + word + "\"?")
                .orElse("");
        return new ParameterException(
                spec.commandLine(), "no format \"" + format + "\"; there is " + String.join(", ", words) + hint);
    }

    private void print(RecordedRun run, ReportModel model, List<Path> written) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (json) {
            StudyResult result = run.result();
            out.print(Json.pretty(Json.document(result, result.simulated())));
        } else {
            out.print(ConsoleReport.render(model, Optional.empty(), false));
        }
        out.flush();
        written.forEach(file -> (json ? err : out).println("report: " + file));
        out.flush();
    }
}
