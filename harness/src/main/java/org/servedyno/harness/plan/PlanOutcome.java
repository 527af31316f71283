package org.servedyno.harness.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.servedyno.harness.plan.document.PlanProblem;
import org.servedyno.results.model.Study;

/** What reading a plan came to. */
public sealed interface PlanOutcome {
    /**
     * The plan is sound.
     *
     * @param study complete, with every default filled in, absolute dataset paths and the order drawn
     * @param source the text it was read from, to be kept beside the results as {@code plan.yaml}
     * @param runsDirectory where the plan wants its run directory, absolute; empty leaves it to the command line
     */
    record Read(Study study, PlanSource source, Optional<Path> runsDirectory) implements PlanOutcome {}

    /**
     * The plan can't be run.
     *
     * @param problems all of them, in the order of the file, at least one
     */
    record Problems(List<PlanProblem> problems) implements PlanOutcome {
        public Problems {
            problems = List.copyOf(problems);
            if (problems.isEmpty()) {
                throw new IllegalArgumentException("a plan without problems is read");
            }
        }
    }
}
