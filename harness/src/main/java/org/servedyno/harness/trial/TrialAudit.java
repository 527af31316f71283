package org.servedyno.harness.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.servedyno.harness.engine.EngineFailure;
import org.servedyno.harness.engine.FailureClass;
import org.servedyno.harness.engine.StartedEngine;
import org.servedyno.harness.trial.child.TrialFailure;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.TrialOutcome;
import org.servedyno.results.model.Validity;

/**
 * Whether the measured passes of a trial did the work they were to do. It looks at what was asked and what failed, never at how
 * fast it went.
 */
final class TrialAudit {
    private TrialAudit() {}

    /**
     * Makes sure that a pass was answered. An engine that ended, or that gave no answer at all, is a failure with a name; more passes
     * would only repeat it.
     */
    static void requireAnswers(Pass pass, StartedEngine engine) throws TrialFailure {
        Optional<EngineFailure> ended = pass.completed() < pass.requests() ? engine.failure() : Optional.empty();
        if (ended.isPresent()) {
            throw TrialFailure.of(ended.get());
        }
        if (pass.completed() == 0) {
            String causeLine = String.format(
                    Locale.ROOT,
                    "none of the %d requests of %s %s %d succeeded: %s",
                    pass.requests(),
                    pass.kind().word(),
                    pass.workload(),
                    pass.number(),
                    causes(pass));
            throw new TrialFailure(new TrialOutcome.Failed(
                    FailureClass.NO_ANSWERS.word(),
                    causeLine,
                    engine.logTail(),
                    "read engine.log, and the outcomes in the pass's requests.ndjson.gz"));
        }
    }

    private static String causes(Pass pass) {
        return pass.failures().entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .map(cause -> cause.getValue() + " " + cause.getKey())
                .collect(Collectors.joining(", "));
    }

    /** INVALID for failed requests in a measured pass, which void it, and for passes of one workload that were not the same work. */
    static Validity of(List<Pass> passes) {
        List<String> findings = new ArrayList<>();
        for (Pass pass : passes) {
            if (pass.kind() == Pass.Kind.MEASURED && pass.completed() < pass.requests()) {
                findings.add(String.format(
                        Locale.ROOT,
                        "audit: %d of %d requests of %s %d failed",
                        pass.requests() - pass.completed(),
                        pass.requests(),
                        pass.workload(),
                        pass.number()));
            }
        }
        passes.stream().collect(Collectors.groupingBy(Pass::workload)).forEach((workload, own) -> {
            Set<String> digests = own.stream().map(Pass::workSha256).collect(Collectors.toSet());
            if (digests.size() > 1) {
                findings.add("audit: the passes of " + workload + " were not the same work");
            }
        });
        return findings.isEmpty() ? Validity.VALID : new Validity(Validity.State.INVALID, findings);
    }
}
