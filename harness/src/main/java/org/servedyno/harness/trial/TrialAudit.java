package org.servedyno.harness.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Validity;

/**
 * Whether the measured passes of a trial did the work they were to do. It looks at what was asked and what failed, never at how
 * fast it went.
 */
final class TrialAudit {
    private TrialAudit() {}

    /** SUSPECT for failed requests in a measured pass, and for passes of one workload that were not the same work. */
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
        return findings.isEmpty() ? Validity.VALID : new Validity(Validity.State.SUSPECT, findings);
    }
}
