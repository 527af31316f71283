package org.servedyno.harness.plan.document;

import java.util.Optional;

/**
 * One mistake in a plan, or in an option that changes it.
 *
 * @param source the file's name as the user gave it, or the option, for example {@code --only}
 * @param position where in the file; empty when the file as a whole, or an option, is at fault
 * @param message what is wrong and what would be right, one sentence without a full stop
 * @param suggestion the word the user most likely meant
 */
public record PlanProblem(String source, Optional<Position> position, String message, Optional<String> suggestion) {

    /**
     * A place in a text.
     *
     * @param line from 1
     * @param column from 1, in characters
     */
    public record Position(int line, int column) {
        @Override
        public String toString() {
            return line + ":" + column;
        }
    }

    /** As a compiler prints it: {@code plan.yaml:12:5: unknown key "promts" in a workload; did you mean "prompts"?}. */
    @Override
    public String toString() {
        return source
                + position.map(p -> ":" + p).orElse("")
                + ": "
                + message
                + suggestion.map(s -> "; did you mean \"" + s + "\"?").orElse("");
    }
}
