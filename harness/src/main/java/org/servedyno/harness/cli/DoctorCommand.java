package org.servedyno.harness.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.servedyno.harness.cli.doctor.ClientCalibration;
import org.servedyno.harness.cli.doctor.Finding;
import org.servedyno.harness.cli.doctor.MachineChecks;
import org.servedyno.results.store.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code servedyno doctor}: whether this machine can run ServeDyno, and how fast a client it makes. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        header = {"What this machine offers, and how fast a client it makes.", ""},
        description = {
            "Look at what ServeDyno needs of this machine, and measure how fast its load client is here. Exit 1 when"
                    + " something would not work.",
            ""
        },
        footer = {"", "Example:", "  servedyno doctor"})
public final class DoctorCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "One JSON document on stdout.")
    private boolean json;

    @SuppressWarnings("NullAway.Init") // picocli fills the fields
    DoctorCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        List<Finding> findings = new ArrayList<>(MachineChecks.all());
        findings.addAll(ClientCalibration.run(Version.number()));
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? document(findings) : text(findings));
        out.flush();
        boolean failed = findings.stream().anyMatch(finding -> finding.state() == Finding.State.FAIL);
        return failed ? ExitCode.FAILED : ExitCode.OK;
    }

    private static String text(List<Finding> findings) {
        StringBuilder text = new StringBuilder();
        for (Finding finding : findings) {
            text.append(String.format(
                    Locale.ROOT, "%-4s  %-15s %s%n", word(finding.state()), finding.id(), finding.seen()));
            if (!finding.advice().isEmpty()) {
                text.append(" ".repeat(22))
                        .append("-> ")
                        .append(finding.advice())
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static String word(Finding.State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static String document(List<Finding> findings) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("schemaVersion", Json.SCHEMA_VERSION);
        document.put("simulated", false);
        ArrayNode list = document.putArray("findings");
        for (Finding finding : findings) {
            list.addObject()
                    .put("id", finding.id())
                    .put("state", word(finding.state()))
                    .put("seen", finding.seen())
                    .put("advice", finding.advice());
        }
        return Json.pretty(document);
    }
}
