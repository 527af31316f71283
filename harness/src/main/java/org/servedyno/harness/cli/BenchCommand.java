package org.servedyno.harness.cli;

import java.util.concurrent.Callable;
import org.servedyno.harness.cli.bench.BenchOptions;
import org.servedyno.harness.cli.bench.BenchRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code servedyno bench}: one pass against a running server. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        header = {"One pass of load against a running server.", ""},
        sortOptions = false,
        description = {
            "One pass of load against a running OpenAI-compatible server, with the flags of vllm bench serve: prints its"
                    + " block, writes its JSON. Numbers to explore with; a verdict takes a study (servedyno run).",
            ""
        },
        footer = {
            "",
            "Example:",
            "  servedyno bench --base-url http://127.0.0.1:8000 --dataset-name random \\",
            "    --random-input-len 128 --random-output-len 4 --num-prompts 100"
        })
public final class BenchCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private BenchOptions options;

    @SuppressWarnings("NullAway.Init") // picocli fills the fields
    BenchCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        return new BenchRun(
                        options,
                        spec.commandLine().getParseResult().originalArgs(),
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr())
                .run();
    }
}
