package org.servedyno.harness.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.servedyno.bench.tokenizer.Tokenizers;
import org.servedyno.harness.cli.session.StudyOptions;
import org.servedyno.harness.cli.session.StudySession;
import org.servedyno.harness.engine.EngineAdapters;
import org.servedyno.harness.plan.PlanOutcome;
import org.servedyno.harness.plan.PlanOverrides;
import org.servedyno.harness.plan.PlanReader;
import org.servedyno.harness.plan.document.PlanProblem;
import org.servedyno.harness.plan.dryrun.DryRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code servedyno run}: a study from its plan, or the rest of one that was cut off. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        header = {"A study from its plan, or the rest of one that was cut off.", ""},
        sortOptions = false,
        description = {
            "Run a study: in every block a fresh server process for every configuration, in seeded random order, warmed up,"
                    + " measured, watched and proved gone; then the verdict.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  servedyno run examples/qwen3-14b-sim.yaml --dry-run",
            "  servedyno run examples/qwen3-14b-sim.yaml --blocks 8",
            "  servedyno run --resume runs/qwen3-14b-sim-20261201-101500-k3xq",
            "",
            "Exit code: 0 every cell has its valid trials, 1 a cell failed or is",
            "incomplete, 2 the input is wrong, 130 interrupted."
        })
public final class RunCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "PLAN", description = "The plan, a YAML file.")
    private @Nullable Path planFile;

    @Option(names = "--dry-run", description = "Print the effective plan, the commands, the order and an estimate.")
    private boolean dryRun;

    @Option(names = "--resume", paramLabel = "DIR", description = "Go on with the study in this run directory.")
    private @Nullable Path resume;

    @Option(names = "--blocks", paramLabel = "N", description = "Blocks, in place of the plan's number.")
    private @Nullable Integer blocks;

    @Option(names = "--only", paramLabel = "CONFIG", split = ",", description = "Only these configurations.")
    private List<String> only = List.of();

    @Mixin
    private StudyOptions options;

    @SuppressWarnings("NullAway.Init") // picocli fills the fields
    RunCommand() {}

    @Override
    public Integer call() {
        if (resume != null) {
            if (planFile != null || dryRun || blocks != null || !only.isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--resume takes everything from its run directory: leave out the plan and what changes it");
            }
            return new StudySession(spec, options).resume(resume);
        }
        if (planFile == null) {
            throw new ParameterException(spec.commandLine(), "Which plan? Give its file, or --resume DIR.");
        }
        return run(planFile);
    }

    private int run(Path file) {
        OptionalInt asked = blocks == null ? OptionalInt.empty() : OptionalInt.of(blocks);
        PlanOutcome plan = new PlanReader(Tokenizers::problem).read(file, new PlanOverrides(asked, only));
        if (plan instanceof PlanOutcome.Problems problems) {
            return report(problems);
        }
        PlanOutcome.Read read = (PlanOutcome.Read) plan;
        if (dryRun) {
            PrintWriter out = spec.commandLine().getOut();
            out.print(DryRun.of(
                    read.study(),
                    configuration -> EngineAdapters.of(configuration).shownCommand(configuration)));
            out.flush();
            return ExitCode.OK;
        }
        return new StudySession(spec, options).begin(read);
    }

    private int report(PlanOutcome.Problems problems) {
        PrintWriter err = spec.commandLine().getErr();
        for (PlanProblem problem : problems.problems()) {
            err.println(problem);
        }
        int count = problems.problems().size();
        err.println(
                count == 1
                        ? "1 problem in the plan; nothing was started."
                        : count + " problems in the plan; nothing was started.");
        return ExitCode.USAGE;
    }
}
