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
    private static final int WIDTH = 80;
    private static final int INDENT = 22;

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
            text.append(String.format(Locale.ROOT, "%-4s  %-15s ", word(finding.state()), finding.id()));
            wrap(text, finding.seen());
            if (!finding.advice().isEmpty()) {
                text.append(" ".repeat(INDENT));
                wrap(text, "-> " + finding.advice());
            }
        }
        return text.toString();
    }

    /** Sets a text beside the names, in lines that end before column 80 where its words are short enough. */
    private static void wrap(StringBuilder out, String text) {
        int column = INDENT;
        for (String word : text.split(" ", -1)) {
            if (column > INDENT && column + 1 + word.length() > WIDTH) {
                out.append('\n').append(" ".repeat(INDENT));
                column = INDENT;
            } else if (column > INDENT) {
                out.append(' ');
                column++;
            }
            out.append(word);
            column += word.length();
        }
        out.append('\n');
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
