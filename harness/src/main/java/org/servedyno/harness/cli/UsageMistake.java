package org.servedyno.harness.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.servedyno.harness.plan.document.ClosestWord;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Answers a mistake on the command line in a few lines: what is wrong, the word that may have been meant, where to read on. */
final class UsageMistake implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException mistake, String[] arguments) {
        CommandLine command = mistake.getCommandLine();
        PrintWriter err = command.getErr();
        String name = command.getCommandSpec().qualifiedName();
        String message = String.valueOf(mistake.getMessage());
        err.println(name + ": " + message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1)
                + suggestion(mistake));
        err.println("See " + name + " --help");
        err.flush();
        return ExitCode.USAGE;
    }

    private static String suggestion(ParameterException mistake) {
        if (!(mistake instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return "";
        }
        CommandLine command = mistake.getCommandLine();
        List<String> known = new ArrayList<>(command.getSubcommands().keySet());
        command.getCommandSpec().options().forEach(option -> known.addAll(List.of(option.names())));
        Optional<String> closest = ClosestWord.to(unmatched.getUnmatched().get(0), known);
        return closest.map(word -> "; did you mean " + word + "?").orElse("");
    }
}
