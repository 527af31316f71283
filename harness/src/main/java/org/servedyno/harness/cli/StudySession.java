package org.servedyno.harness.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
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
final class StudySession {
    private static final Path DEFAULT_RUNS = Path.of("runs");

    private final PrintWriter out;
    private final PrintWriter err;
    private final StudyOptions options;
    private final String name;

    StudySession(CommandSpec spec, StudyOptions options) {
        this.out = spec.commandLine().getOut();
        this.err = spec.commandLine().getErr();
        this.options = options;
        this.name = spec.qualifiedName();
    }

    private interface Work {
        StudyEnd with(StudyRunner runner) throws IOException;
    }

    /** Runs a plan from its first trial; returns the exit code. */
    int begin(PlanOutcome.Read plan) {
        Path runs = Optional.ofNullable(options.runsDirectory())
                .or(plan::runsDirectory)
                .orElse(DEFAULT_RUNS);
        return run(plan.study(), runner -> runner.begin(plan.study(), plan.source(), runs));
    }

    /** Goes on with a run directory; returns the exit code. */
    int resume(Path directory) {
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
        try {
            return Interruption.during(() -> tell(work.with(new StudyRunner(progress)), progress));
        } catch (IOException e) {
            progress.close();
            err.println(name + ": " + e.getMessage());
            return ExitCode.FAILED;
        }
    }

    private int tell(StudyEnd end, StudyProgress progress) throws IOException {
        progress.close();
        print(end);
        if (end.interrupted()) {
            err.println("Interrupted; what was measured is kept. Go on with:");
            err.println("  servedyno run --resume " + ShellWord.quote(end.run().path().toString()));
            return ExitCode.INTERRUPTED;
        }
        return end.complete() ? ExitCode.OK : ExitCode.FAILED;
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
