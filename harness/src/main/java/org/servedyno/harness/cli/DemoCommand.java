package org.servedyno.harness.cli;

import java.util.concurrent.Callable;
import org.servedyno.bench.tokenizer.Tokenizers;
import org.servedyno.harness.cli.session.StudyOptions;
import org.servedyno.harness.cli.session.StudySession;
import org.servedyno.harness.plan.PlanOutcome;
import org.servedyno.harness.plan.PlanOverrides;
import org.servedyno.harness.plan.PlanReader;
import org.servedyno.harness.plan.PlanSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code servedyno demo}: the whole of the product in two minutes, on simulated engines and GPUs. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        header = {"A whole study on simulated engines, in about two minutes.", ""},
        description = {
            "Run a whole study on three SIMULATED engines and a SIMULATED H100: fresh servers, real requests over real"
                    + " sockets, gates, GPU traces, and a verdict with an interval. Needs no GPU, no download and about two"
                    + " minutes. No figure from it describes a real engine.",
            ""
        },
        footer = {"", "Example:", "  servedyno demo --runs-dir /tmp/runs"})
public final class DemoCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StudyOptions options;

    @SuppressWarnings("NullAway.Init") // picocli fills the fields
    DemoCommand() {}

    @Override
    public Integer call() {
        PlanOutcome plan = new PlanReader(Tokenizers::problem).read(PlanSource.demo(), PlanOverrides.NONE);
        if (plan instanceof PlanOutcome.Read read) {
            return new StudySession(spec, options).begin(read);
        }
        throw new IllegalStateException("the demo's own plan has mistakes: " + plan);
    }
}
