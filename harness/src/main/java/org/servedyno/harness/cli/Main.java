package org.servedyno.harness.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code servedyno}: the front door. */
@Command(
        name = "servedyno",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {"An engine dynamometer for LLM serving: a throughput number you can defend.", ""},
        commandListHeading = "%nCommands:%n",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            RunCommand.class,
            ReportCommand.class,
            CompareCommand.class,
            BenchCommand.class,
            ProbeCommand.class,
            TraceCommand.class,
            DoctorCommand.class,
            EngineSimCommand.class
        },
        footer = {
            "",
            "Start here:",
            "  servedyno demo",
            "  servedyno run --dry-run examples/qwen3-14b-sim.yaml",
            "",
            "Each command has a --help of its own."
        })
public final class Main implements Runnable {
    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli fills the fields
    private Main() {}

    public static void main(String[] args) {
        int status = commandLine(
                        new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                        new PrintWriter(System.err, true, StandardCharsets.UTF_8))
                .execute(args);
        System.exit(status);
    }

    /** The whole command line, printing to the given writers; used by {@link #main} and by tests. */
    static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        CommandLine all = new CommandLine(new Main())
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(bugsCrashWithATrace())
                .setParameterExceptionHandler(new UsageMistake())
                .setUsageHelpWidth(80);
        // What follows the name of a command to run belongs to that command.
        Objects.requireNonNull(all.getSubcommands().get("trace")).setStopAtPositional(true);
        return all;
    }

    private static IExecutionExceptionHandler bugsCrashWithATrace() {
        return (bug, commandLine, parsed) -> {
            PrintWriter err = commandLine.getErr();
            err.println("servedyno: this is a bug of ours; please report it with the lines below.");
            bug.printStackTrace(err);
            return ExitCode.BUG;
        };
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Which command?");
    }
}
