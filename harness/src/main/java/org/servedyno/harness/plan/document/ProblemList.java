package org.servedyno.harness.plan.document;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;

/** Collects what is wrong with one plan, so that all of it is told at once. Confined to one thread. */
public final class ProblemList {
    private static final Comparator<PlanProblem> BY_PLACE = Comparator.comparingInt((PlanProblem p) ->
                    p.position().map(PlanProblem.Position::line).orElse(0))
            .thenComparingInt(
                    p -> p.position().map(PlanProblem.Position::column).orElse(0));

    private final String source;
    /** A set: what a configuration takes over from another one is read again with it, and is wrong in the same place. */
    private final LinkedHashSet<PlanProblem> problems = new LinkedHashSet<>();

    public ProblemList(String source) {
        this.source = source;
    }

    /** A problem of the file as a whole. */
    public void add(String message) {
        problems.add(new PlanProblem(source, Optional.empty(), message, Optional.empty()));
    }

    /** A problem of something other than the file, for example of an option. */
    public void addElsewhere(String where, String message, Optional<String> suggestion) {
        problems.add(new PlanProblem(where, Optional.empty(), message, suggestion));
    }

    void add(Optional<Mark> mark, String message, Optional<String> suggestion) {
        problems.add(new PlanProblem(source, mark.map(ProblemList::position), message, suggestion));
    }

    void addAt(PlanProblem.Position position, String message) {
        problems.add(new PlanProblem(source, Optional.of(position), message, Optional.empty()));
    }

    public boolean isEmpty() {
        return problems.isEmpty();
    }

    /** All problems in the order of the file; those without a place come first. */
    public List<PlanProblem> inOrder() {
        List<PlanProblem> sorted = new ArrayList<>(problems);
        sorted.sort(BY_PLACE);
        return List.copyOf(sorted);
    }

    static PlanProblem.Position position(Mark mark) {
        return new PlanProblem.Position(mark.getLine() + 1, mark.getColumn() + 1);
    }
}
