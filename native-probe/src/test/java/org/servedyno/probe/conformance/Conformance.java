package org.servedyno.probe.conformance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.gate.GateContext;
import org.servedyno.probe.gate.preflight.PreflightGates;
import org.servedyno.probe.gate.profile.HardwareProfiles;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuSample;

/**
 * Everything that a probe can be asked, and what must hold of the answers on any node.
 *
 * @param problems what is wrong; empty when nothing is
 * @param values how many readings had a value
 * @param absent how many readings were absent, with their reason
 * @param gates what the gates said at the end, when nothing was expected; rules on counters find the time too short and say so
 * @param events what happened meanwhile
 */
record Conformance(List<String> problems, int values, int absent, List<GateResult> gates, List<GpuEvent> events) {
    /** Long enough for a window of the activity counters to close. */
    private static final int LOOKS = 15;

    private static final long BETWEEN_LOOKS_MS = 100;

    /** Asks everything; takes about two seconds. */
    static Conformance of(GpuProbe probe) throws IOException, InterruptedException {
        List<GpuEvent> events = new ArrayList<>(probe.events());
        GpuInventory inventory = probe.inventory();
        List<List<GpuSample>> looks = new ArrayList<>();
        for (int i = 0; i < LOOKS; i++) {
            looks.add(probe.sample());
            events.addAll(probe.events());
            Thread.sleep(BETWEEN_LOOKS_MS);
        }
        List<GpuOccupants> occupants = probe.occupants();
        GpuInventory later = probe.inventory();
        events.addAll(probe.events());
        List<String> problems = new ArrayList<>(InventoryChecks.problems(inventory));
        problems.addAll(InventoryChecks.problems(later));
        problems.addAll(WatchChecks.problems(inventory, later));
        problems.addAll(WatchChecks.problems(inventory, looks, events, occupants));
        List<GpuSample> last = looks.get(looks.size() - 1);
        List<GateResult> gates =
                PreflightGates.evaluate(later, GateContext.nothingExpected(last).after(inventory));
        problems.addAll(GateChecks.problems(later, gates));
        for (String profile : HardwareProfiles.names()) {
            problems.addAll(
                    GateChecks.problems(inventory, PreflightGates.evaluate(inventory, expecting(profile, last))));
        }
        RecordWalk walk = new RecordWalk(new Problems());
        walk.look("inventory", inventory);
        walk.look("samples", last);
        return new Conformance(problems, walk.values(), walk.absent(), gates, events);
    }

    private static GateContext expecting(String profile, List<GpuSample> samples) {
        return GateContext.nothingExpected(samples).expecting(HardwareProfiles.find(profile), OptionalInt.of(8));
    }

    /** One line each: what is wrong, what no gate passed, what happened, how much was read. */
    List<String> report() {
        List<String> lines = new ArrayList<>();
        problems.forEach(problem -> lines.add("PROBLEM " + problem));
        gates.stream()
                .filter(gate -> gate.status() == GateResult.Status.FAIL || gate.status() == GateResult.Status.WARN)
                .map(gate -> gate.status() + " " + gate.id() + at(gate) + ": expected " + gate.expected() + "; seen "
                        + gate.seen())
                .forEach(lines::add);
        events.forEach(event -> lines.add("event " + event.kind() + " " + event.detail()));
        lines.add(problems.size() + " problems; " + values + " values read, " + absent + " absent with a reason");
        return lines;
    }

    private static String at(GateResult gate) {
        return gate.gpu().isPresent() ? " GPU " + gate.gpu().getAsInt() : "";
    }
}
