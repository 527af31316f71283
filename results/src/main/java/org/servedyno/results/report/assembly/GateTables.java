package org.servedyno.results.report.assembly;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.report.view.FindingView;
import org.servedyno.results.report.view.GateView;

/** Gates over all trials: counted, and what they objected to one by one. */
final class GateTables {
    private final Map<String, List<GateResult>> byTrial;

    /** Takes the gates of each trial, by the trial's id in the order the trials ran. */
    GateTables(Map<String, List<GateResult>> byTrial) {
        this.byTrial = byTrial;
    }

    List<GateView> gates() {
        Map<String, Counter> counters = new TreeMap<>();
        byTrial.forEach((trial, gates) -> gates.forEach(
                gate -> counters.computeIfAbsent(gate.id(), id -> new Counter()).add(trial, gate)));
        return counters.entrySet().stream()
                .map(e -> e.getValue().view(e.getKey()))
                .toList();
    }

    List<FindingView> findings() {
        List<FindingView> findings = new ArrayList<>();
        byTrial.forEach((trial, gates) -> gates.stream()
                .filter(GateTables::objected)
                .map(gate -> finding(trial, gate))
                .forEach(findings::add));
        return findings;
    }

    private static boolean objected(GateResult gate) {
        return gate.status() == GateResult.Status.WARN || gate.status() == GateResult.Status.FAIL;
    }

    private static FindingView finding(String trial, GateResult gate) {
        return new FindingView(
                trial,
                gate.id(),
                gate.gpu().isPresent() ? Integer.toString(gate.gpu().getAsInt()) : "node",
                gate.status().name().toLowerCase(Locale.ROOT),
                gate.effect().name().toLowerCase(Locale.ROOT),
                gate.expected(),
                gate.seen(),
                gate.advice());
    }

    /** Counts one gate; keeps the first of the worst findings as the example. */
    private static final class Counter {
        private final Map<GateResult.Status, Integer> counts = new TreeMap<>();
        private String expected = "";
        private String example = "";
        private int worst = -1;

        void add(String trial, GateResult gate) {
            counts.merge(gate.status(), 1, Integer::sum);
            int badness = switch (gate.status()) {
                case SKIP -> 0;
                case PASS -> 1;
                case WARN -> 2;
                case FAIL -> 3;
            };
            if (badness > worst) {
                worst = badness;
                expected = gate.expected();
                example = objected(gate) ? gate.seen() + " (" + trial + ")" : gate.seen();
            }
        }

        GateView view(String id) {
            return new GateView(
                    id,
                    expected,
                    counts.getOrDefault(GateResult.Status.PASS, 0),
                    counts.getOrDefault(GateResult.Status.WARN, 0),
                    counts.getOrDefault(GateResult.Status.FAIL, 0),
                    counts.getOrDefault(GateResult.Status.SKIP, 0),
                    example);
        }
    }
}
