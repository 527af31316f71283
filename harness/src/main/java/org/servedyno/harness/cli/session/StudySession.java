package org.servedyno.harness.cli.session;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.servedyno.harness.cli.ExitCode;
import org.servedyno.harness.plan.PlanOutcome;
import org.servedyno.harness.plan.dryrun.TimeEstimate;
import org.servedyno.harness.study.StudyEnd;
import org.servedyno.harness.study.StudyRunner;
import org.servedyno.results.model.Study;
import org.servedyno.results.report.ConsoleReport;
import org.servedyno.results.store.PlanFile;
import org.servedyno.results.store.RunDirectory;
import picocli.CommandLine.Model.CommandSpec;

/** Runs a study for a person: progress while it goes on, the answer at its end. */
public final class StudySession {
    private static final Path DEFAULT_RUNS = Path.of("runs");

    private final PrintWriter out;
    private final PrintWriter err;
    private final StudyOptions options;
    private final String name;

    public StudySession(CommandSpec spec, StudyOptions options) {
        this.out = spec.commandLine().getOut();
        this.err = spec.commandLine().getErr();
        this.options = options;
        this.name = spec.qualifiedName();
    }

    private interface Work {
        StudyEnd with(StudyRunner runner) throws IOException;
    }

    /** Runs a plan from its first trial; returns the exit code. */
    public int begin(PlanOutcome.Read plan) {
        Path runs = Optional.ofNullable(options.runsDirectory())
                .or(plan::runsDirectory)
                .orElse(DEFAULT_RUNS);
        return run(plan.study(), runner -> runner.begin(plan.study(), plan.source(), runs));
    }

    /** Goes on with a run directory; returns the exit code. */
    public int resume(Path directory) {
        try {
            RunDirectory run = RunDirectory.open(directory);
            return run(PlanFile.read(run.planJson()), runner -> runner.resume(run));
        } catch (IOException e) {
            err.println(name + ": " + e.getMessage());
            return ExitCode.USAGE;
        }
    }

    private int run(Study study, Work work) {
        Duration estimate = TimeEstimate.of(study).study();
        StudyProgress progress = new StudyProgress(Terminal.on(err), System::nanoTime, estimate);
        try (StopSignal stop = StopSignal.watch(Thread.currentThread()::interrupt)) {
            StudyEnd end = work.with(new StudyRunner(progress));
            progress.close();
            err.println();
            err.flush();
            print(end);
            if (end.interrupted() || stop.getAsBoolean()) {
                err.println("Interrupted; what was measured is kept. Go on with:");
                err.println("  servedyno run --resume "
                        + ShellWord.quote(end.run().path().toString()));
                return ExitCode.INTERRUPTED;
            }
            return end.complete() ? ExitCode.OK : ExitCode.FAILED;
        } catch (IOException e) {
            progress.close();
            err.println(name + ": " + e.getMessage());
            return ExitCode.FAILED;
        }
    }

    private void print(StudyEnd end) throws IOException {
        if (options.json()) {
            out.print(StudyJson.of(end));
        } else {
            out.print(ConsoleReport.render(end.report(), Optional.of(end.run().reportHtml()), Terminal.showsColours()));
        }
        out.flush();
    }
}
