package org.servedyno.harness.study;

import java.util.Map;
import java.util.TreeMap;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.TrialOutcome;

/** What the journal says of a trial that has ended. */
final class JournalFields {
    private JournalFields() {}

    static Map<String, String> of(Trial trial) {
        Map<String, String> fields = new TreeMap<>();
        fields.put("trialId", trial.id());
        fields.put("validity", trial.validity().state().name());
        fields.put("outcome", word(trial.outcome()));
        return fields;
    }

    private static String word(TrialOutcome outcome) {
        if (outcome instanceof TrialOutcome.Failed failed) {
            return "failed: " + failed.failureClass();
        }
        return outcome instanceof TrialOutcome.Interrupted ? "interrupted" : "done";
    }
}
