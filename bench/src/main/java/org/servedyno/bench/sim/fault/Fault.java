package org.servedyno.bench.sim.fault;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * One failure to act out.
 *
 * @param kind which
 * @param argument seconds or a number of requests, as the kind has it; at least 1
 */
public record Fault(FaultKind kind, OptionalInt argument) {
    /**
     * Reads {@code KIND} or {@code KIND:NUMBER}, for example {@code crash-after:20}.
     *
     * @throws IllegalArgumentException for the user to read, when it is neither
     */
    public static Fault parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        FaultKind kind = Arrays.stream(FaultKind.values())
                .filter(candidate -> candidate.label().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("no failure is called '" + name + "'; there are " + known()));
        OptionalInt argument = colon < 0 ? OptionalInt.empty() : OptionalInt.of(number(text, colon));
        if (argument.isPresent() && kind.argument() == FaultKind.Argument.NONE) {
            throw new IllegalArgumentException(name + " takes no number: '" + text + "'");
        }
        if (argument.isEmpty() && kind.argument() == FaultKind.Argument.REQUIRED) {
            throw new IllegalArgumentException(name + " needs a number of requests, for example " + name + ":20");
        }
        return new Fault(kind, argument);
    }

    private static int number(String text, int colon) {
        String digits = text.substring(colon + 1);
        try {
            int number = Integer.parseInt(digits);
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + digits + "' in '" + text + "' is not a whole number", e);
        }
        throw new IllegalArgumentException("the number in '" + text + "' must be at least 1");
    }

    private static String known() {
        return Arrays.stream(FaultKind.values()).map(FaultKind::label).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return kind.label() + (argument.isPresent() ? ":" + argument.getAsInt() : "");
    }
}
