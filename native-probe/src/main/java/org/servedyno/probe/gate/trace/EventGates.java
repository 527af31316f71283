package org.servedyno.probe.gate.trace;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import org.servedyno.probe.gate.Rule;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuEvent.Kind;

/**
 * Gates on what happened to one GPU, from the start of the recording to the end of a window; what comes later belongs to another
 * window, or to the end of the engine.
 */
final class EventGates {
    private final int gpu;
    private final List<GpuEvent> events;
    private final OptionalLong startNs;

    /** Takes the events of all GPUs; one that names none counts for each. */
    EventGates(int gpu, List<GpuEvent> events, TraceWindow window) {
        this(gpu, events, OptionalLong.of(window.startNs()), window.endNs());
    }

    private EventGates(int gpu, List<GpuEvent> events, OptionalLong startNs, long endNs) {
        this.gpu = gpu;
        this.startNs = startNs;
        this.events = events.stream()
                .filter(event -> event.gpu().isEmpty() || event.gpu().getAsInt() == gpu)
                .filter(event -> event.monotonicNs() <= endNs)
                .toList();
    }

    /** The gates on all that was ever recorded. */
    static EventGates ever(int gpu, List<GpuEvent> events) {
        return new EventGates(gpu, events, OptionalLong.empty(), Long.MAX_VALUE);
    }

    List<GateResult> all() {
        return List.of(xids(), present(), uncorrected(), corrected());
    }

    private List<GpuEvent> of(Kind kind) {
        return events.stream().filter(event -> event.kind() == kind).toList();
    }

    private GateResult xids() {
        Rule rule = Rule.gpu("RAS-3", gpu, "no Xid", "see dmesg");
        List<GpuEvent> seen = of(Kind.XID);
        if (seen.isEmpty()) {
            return ofNone(rule);
        }
        Set<String> texts = new LinkedHashSet<>();
        seen.forEach(event -> texts.add(meaning(event) + " " + when(event)));
        Xid worst = seen.stream()
                .map(EventGates::meaning)
                .max(Comparator.comparing(Xid::effect))
                .orElseThrow();
        Rule advised = rule.advising(advice(worst));
        String text = String.join(", ", texts);
        return switch (worst.effect()) {
            case NODE, TRIAL -> advised.fail(text);
            case SUSPECT -> advised.suspect(text);
            case NOTE -> advised.warn(text);
        };
    }

    private static Xid meaning(GpuEvent event) {
        return XidTable.standard().meaning(event.data().orElse(999));
    }

    private static String advice(Xid worst) {
        return worst.effect() == Xid.Effect.NODE ? "take the node out of use: " + worst.action() : worst.action();
    }

    private String when(GpuEvent event) {
        if (startNs.isEmpty()) {
            return "during the trial";
        }
        double seconds = (event.monotonicNs() - startNs.getAsLong()) / 1e9;
        return seconds < 0
                ? String.format(Locale.ROOT, "%.1f s before the measured time", -seconds)
                : String.format(Locale.ROOT, "after %.1f s", seconds);
    }

    private GateResult present() {
        Rule rule = Rule.gpu(
                "RAS-4", gpu, "the GPU answers to the end", "take the node out of use: restart it, then look at dmesg");
        return events.stream()
                .filter(event -> event.kind() == Kind.LOST || event.kind() == Kind.UNRESPONSIVE)
                .findFirst()
                .map(event -> rule.fail((event.kind() == Kind.LOST ? "lost " : "does not answer ") + when(event) + ": "
                        + event.detail()))
                .orElseGet(() -> rule.pass("it does"));
    }

    private GateResult uncorrected() {
        Rule rule = Rule.gpu(
                "MEM-1", gpu, "no new uncorrected ECC error", "reset the GPU: nvidia-smi -r, or restart the node");
        return ecc(false).isEmpty() ? ofNone(rule) : rule.fail(list(ecc(false)));
    }

    private GateResult corrected() {
        Rule rule = Rule.gpu("MEM-2", gpu, "no corrected ECC error", "watch this board");
        return ecc(true).isEmpty() ? ofNone(rule) : rule.warn(list(ecc(true)));
    }

    private GateResult ofNone(Rule rule) {
        List<GpuEvent> unwatched = of(Kind.UNWATCHED);
        return unwatched.isEmpty()
                ? rule.pass("none")
                : rule.skip("events cannot be watched: " + unwatched.get(0).detail());
    }

    /** An event's detail says whether the error was mended. */
    private List<GpuEvent> ecc(boolean mended) {
        return of(Kind.ECC).stream()
                .filter(event -> event.detail().contains("uncorrected") != mended)
                .toList();
    }

    private String list(List<GpuEvent> some) {
        return some.get(0).detail() + " " + when(some.get(0))
                + (some.size() == 1 ? "" : ", " + (some.size() - 1) + " more");
    }
}
