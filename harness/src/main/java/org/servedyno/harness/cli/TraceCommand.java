package org.servedyno.harness.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.servedyno.harness.cli.trace.LiveCsv;
import org.servedyno.harness.cli.trace.SummaryText;
import org.servedyno.harness.cli.trace.UntilStopped;
import org.servedyno.harness.cli.trace.WrappedCommand;
import org.servedyno.probe.trace.RecorderChild;
import org.servedyno.probe.trace.RecorderRefusal;
import org.servedyno.probe.trace.TraceFiles;
import org.servedyno.probe.trace.TraceSpec;
import org.servedyno.results.metric.trace.TraceSummary;
import org.servedyno.results.store.Json;
import org.servedyno.results.store.stream.GpuTrace;
import org.servedyno.results.store.stream.GpuTraceCsv;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code servedyno trace}: what the GPUs do while a command runs. */
@Command(
        name = "trace",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        header = {"What the GPUs do while a command runs, or until Ctrl-C.", ""},
        sortOptions = false,
        customSynopsis = {
            "@|bold servedyno trace|@ [--hz N] [--gpu N,...] [--out FILE] [--] COMMAND...",
            "       @|bold servedyno trace|@ [--duration TIME] [--format text|csv|json] [--out FILE]",
            "       @|bold servedyno trace|@ --from FILE [--format text|csv|json]"
        },
        description = {
            "",
            "Record the GPUs while COMMAND runs, with a recorder in a process of its own, and sum it up on stderr. COMMAND has"
                    + " stdin, stdout and signals as if it ran alone, and its exit code is passed on.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:recorded, or shown; with COMMAND, its own exit code",
            "1:there is no GPU, or the trace can't be read or written",
            "2:the command line is wrong",
            "126, 127:COMMAND can't be run, or there is no such command",
            "130:Ctrl-C came before --duration was over"
        },
        footer = {
            "",
            "Examples:",
            "  servedyno trace -- python train.py",
            "  servedyno trace --out gpu.ndjson.gz --duration 30s",
            "  servedyno trace --from gpu.ndjson.gz --format csv > gpu.csv"
        })
public final class TraceCommand implements Callable<Integer> {
    private static final int MOST_HZ = 20;
    private static final int MS_PER_SECOND = 1000;
    private static final Duration PROGRESS_CHECK = Duration.ofMillis(200);
    private static final Pattern TIME = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?)(ms|s|m|h|)");

    private enum Format {
        TEXT,
        CSV,
        JSON
    }

    @Spec
    private CommandSpec spec;

    @Option(names = "--out", paramLabel = "FILE", description = "Keep the trace in FILE, a new gpu.ndjson.gz.")
    private @Nullable Path out;

    @Option(names = "--hz", paramLabel = "N", description = "Looks a second, 1 to 20 (10).", defaultValue = "10")
    private int hz;

    @Option(names = "--gpu", paramLabel = "N", split = ",", description = "Record these GPUs alone, by NVML's index.")
    private List<Integer> gpu = List.of();

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "Without COMMAND: record for so long, such as 500ms, 30s, 5m or 1h.")
    private @Nullable String duration;

    @Option(names = "--from", paramLabel = "FILE", description = "Record nothing: show the trace in FILE.")
    private @Nullable Path from;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "text (default) or json, the summary; csv, the samples, as they come.",
            defaultValue = "text")
    private Format format;

    @Option(
            names = "--nvml",
            paramLabel = "PATH",
            description = "The NVML library to load (default: SERVEDYNO_NVML, else libnvidia-ml.so.1).")
    private @Nullable Path nvml;

    @Option(
            names = "--simulate",
            paramLabel = "PROFILE",
            description = "Record SIMULATED GPUs of this kind instead of real ones.")
    private @Nullable String simulate;

    @Option(names = "--gpus", paramLabel = "N", description = "With --simulate: how many GPUs to simulate (1).")
    private @Nullable Integer gpus;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The command to run, best after --.")
    private List<String> command = List.of();

    /** Made and filled by picocli. */
    @SuppressWarnings("NullAway.Init") // picocli fills the fields
    public TraceCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        refuseWrongInput();
        try {
            return from == null ? record() : show(from, spec.commandLine().getOut());
        } catch (RecorderRefusal e) {
            e.lines().forEach(this::complain);
            return ExitCode.FAILED;
        } catch (IOException e) {
            complain(String.valueOf(e.getMessage()));
            return ExitCode.FAILED;
        } catch (UncheckedIOException e) {
            complain(String.valueOf(e.getMessage()));
            return ExitCode.FAILED;
        }
    }

    private void complain(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println((line.startsWith(" ") ? "" : "servedyno trace: ") + line);
        err.flush();
    }

    private void refuseWrongInput() {
        List<String> problems = new ArrayList<>();
        if (hz < 1 || hz > MOST_HZ) {
            problems.add("--hz is 1 to " + MOST_HZ + ", not " + hz);
        }
        if (gpu.stream().anyMatch(index -> index < 0)) {
            problems.add("--gpu counts from 0: " + gpu);
        }
        gpuSource().refuseUnknownChip(problems);
        gpuSource().refuseLibrary(problems);
        if (gpus != null && (simulate == null || gpus < 1)) {
            problems.add("--gpus is at least 1 and goes with --simulate; to record some GPUs alone, use --gpu 0,1");
        }
        if (out != null && Files.exists(out)) {
            problems.add("--out: " + out + " is there already, and no trace is written over");
        }
        if (duration != null && time(duration).isEmpty()) {
            problems.add("--duration is a time such as 500ms, 30s, 5m or 1h, not " + duration);
        }
        refuseWrongCompany(problems);
        if (!problems.isEmpty()) {
            throw new ParameterException(spec.commandLine(), String.join("\n", problems));
        }
    }

    private void refuseWrongCompany(List<String> problems) {
        if (from != null && !command.isEmpty()) {
            problems.add("--from shows a trace and runs no command: leave out --from or " + command.get(0));
        }
        if (from != null && (out != null || duration != null || simulate != null || nvml != null || !gpu.isEmpty())) {
            problems.add("--from records nothing: leave out --out, --duration, --gpu, --nvml and --simulate");
        }
        if (!command.isEmpty() && duration != null) {
            problems.add("a command is recorded until it ends: leave out --duration");
        }
        if (!command.isEmpty() && format != Format.TEXT) {
            problems.add(
                    "stdout belongs to the command: record with --out FILE, then servedyno trace --from FILE --format "
                            + format.name().toLowerCase(Locale.ROOT));
        }
    }

    private static Optional<Duration> time(String text) {
        Matcher matcher = TIME.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        double unitMs = switch (matcher.group(2)) {
            case "ms" -> 1;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            default -> MS_PER_SECOND;
        };
        return Optional.of(Duration.ofMillis(Math.round(Double.parseDouble(matcher.group(1)) * unitMs)));
    }

    private GpuSource gpuSource() {
        return new GpuSource(simulate, gpus, nvml);
    }

    private int record() throws RecorderRefusal, IOException, InterruptedException {
        try (TraceFiles files = TraceFiles.create(Optional.ofNullable(out))) {
            TraceSpec asked =
                    new TraceSpec(gpuSource().source(), gpu, Math.round((double) MS_PER_SECOND / hz), files.trace());
            if (!command.isEmpty()) {
                return wrap(asked, files);
            }
            return format == Format.CSV ? live(asked) : untilStopped(asked, files);
        }
    }

    private int wrap(TraceSpec asked, TraceFiles files) throws RecorderRefusal, IOException, InterruptedException {
        try (RecorderChild recorder = RecorderChild.start(asked, files.spec())) {
            int exitCode = new WrappedCommand(command).run();
            recorder.stop().ifPresent(this::complain);
            sumUp(files.trace());
            return exitCode;
        } catch (WrappedCommand.NotStarted e) {
            Files.deleteIfExists(files.trace());
            complain(String.valueOf(e.getMessage()));
            return e.exitCode();
        }
    }

    /** Says what was recorded beside a command; a trace that can't be read is no reason to lose the command's exit code. */
    private void sumUp(Path trace) {
        try {
            show(trace, spec.commandLine().getErr());
        } catch (IOException e) {
            complain("the trace can't be summed up: " + e.getMessage());
        }
    }

    private int live(TraceSpec asked) throws RecorderRefusal, IOException, InterruptedException {
        try (UntilStopped stop = untilStopped()) {
            LiveCsv.print(asked, stop, spec.commandLine().getOut());
            return stop.cutShort() ? ExitCode.INTERRUPTED : ExitCode.OK;
        }
    }

    private int untilStopped(TraceSpec asked, TraceFiles files)
            throws RecorderRefusal, IOException, InterruptedException {
        try (RecorderChild recorder = RecorderChild.start(asked, files.spec());
                UntilStopped stop = untilStopped()) {
            if (duration == null) {
                complain("recording until Ctrl-C");
            }
            while (recorder.records() && !stop.within(PROGRESS_CHECK)) {
                // It waits in the condition.
            }
            Optional<String> trouble = recorder.stop();
            trouble.ifPresent(this::complain);
            show(files.trace(), spec.commandLine().getOut());
            return trouble.isPresent() ? ExitCode.FAILED : stop.cutShort() ? ExitCode.INTERRUPTED : ExitCode.OK;
        }
    }

    private UntilStopped untilStopped() {
        return new UntilStopped(Optional.ofNullable(duration).flatMap(TraceCommand::time));
    }

    private int show(Path trace, PrintWriter to) throws IOException {
        switch (format) {
            case TEXT -> to.print(new SummaryText(TraceSummary.of(trace)).text());
            case CSV -> GpuTrace.visit(trace, new GpuTraceCsv(to));
            case JSON -> {
                TraceSummary summary = TraceSummary.of(trace);
                to.print(Json.pretty(Json.document(summary, summary.header().simulated())));
            }
        }
        to.flush();
        return ExitCode.OK;
    }
}
