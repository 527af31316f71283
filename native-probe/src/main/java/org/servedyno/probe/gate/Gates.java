package org.servedyno.probe.gate;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.servedyno.results.model.Validity;
import org.servedyno.results.model.gpu.GateResult;

/** What a list of gates comes to. */
public final class Gates {
    private Gates() {}

    /** The worst effect of all gates, with a reason for each gate that has one. */
    public static Validity validity(List<GateResult> results) {
        Validity all = Validity.VALID;
        for (GateResult result : results) {
            all = all.and(validity(result));
        }
        return all;
    }

    private static Validity validity(GateResult result) {
        return switch (result.effect()) {
            case NONE -> Validity.VALID;
            case SUSPECT -> new Validity(Validity.State.SUSPECT, List.of(reason(result)));
            case INVALID -> new Validity(Validity.State.INVALID, List.of(reason(result)));
        };
    }

    private static String reason(GateResult result) {
        String where = result.gpu().isPresent() ? " GPU " + result.gpu().getAsInt() : "";
        return String.format(Locale.ROOT, "%s%s: %s", result.id(), where, result.seen());
    }

    /** The gates that failed. */
    public static List<GateResult> failed(List<GateResult> results) {
        return with(results, GateResult.Status.FAIL);
    }

    /** The gates that warned. */
    public static List<GateResult> warned(List<GateResult> results) {
        return with(results, GateResult.Status.WARN);
    }

    private static List<GateResult> with(List<GateResult> results, GateResult.Status status) {
        return results.stream().filter(result -> result.status() == status).collect(Collectors.toUnmodifiableList());
    }
}
