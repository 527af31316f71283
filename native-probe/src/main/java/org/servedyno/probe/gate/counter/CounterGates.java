package org.servedyno.probe.gate.counter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.servedyno.probe.gate.Rule;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.info.NvLinks.Lane;

/**
 * Gates on counters that must not rise: those of the links since an earlier look before a start, and all of them from the start of
 * a trial to its end. A counter that went backwards tells of a newly loaded driver and is no difference: its gate is skipped.
 */
public final class CounterGates {
    /** DCGM judges idle links over windows of this order; a shorter one says too little. */
    private static final Duration LEAST_BEFORE_START = Duration.ofSeconds(10);

    /** CRC errors a second at which DCGM gives a link up; the link mends them itself, so a few are a warning. */
    private static final double CRC_PER_SECOND = 100;

    /** DCGM: replays a minute that a healthy link may have, for each lane. */
    private static final double REPLAYS_PER_LANE_MINUTE = 1.92;

    private static final int LANES = 16;
    private static final String RESET = "reset the GPU: nvidia-smi -r, or restart the node";

    private CounterGates() {}

    /** How much a finding that is no failure weighs. */
    private enum Time {
        BEFORE_START,
        TRIAL;

        GateResult doubt(Rule rule, String seen) {
            return this == TRIAL ? rule.suspect(seen) : rule.warn(seen);
        }
    }

    /**
     * The links' gates before a start.
     *
     * @param previous the look before
     * @param now the present look
     * @param gpus indices of the GPUs to judge
     */
    public static List<GateResult> sinceLook(Optional<GpuInventory> previous, GpuInventory now, List<Integer> gpus) {
        Reading<Duration> elapsed = previous.map(before -> Interval.between(before, now))
                .orElseGet(() -> Reading.absent("no earlier look to compare with"));
        List<GateResult> links = new ArrayList<>();
        List<GateResult> pcie = new ArrayList<>();
        for (GpuInfo gpu : now.gpus()) {
            if (gpus.contains(gpu.index())) {
                Reading<Interval> interval = interval(previous, gpu, elapsed);
                links.add(links(gpu.index(), interval, Time.BEFORE_START));
                pcie.add(pcie(gpu.index(), interval, Time.BEFORE_START));
            }
        }
        links.addAll(pcie);
        return List.copyOf(links);
    }

    private static Reading<Interval> interval(Optional<GpuInventory> previous, GpuInfo gpu, Reading<Duration> elapsed) {
        if (elapsed.toOptional().isEmpty()) {
            return Reading.absent(elapsed.absentReason().orElseThrow());
        }
        Duration time = elapsed.toOptional().get();
        if (time.compareTo(LEAST_BEFORE_START) < 0) {
            return Reading.absent(String.format(
                    Locale.ROOT,
                    "the look before is %.1f s old, less than %d s",
                    time.toMillis() / 1e3,
                    LEAST_BEFORE_START.toSeconds()));
        }
        return find(previous.orElseThrow(), gpu.uuid())
                .map(before -> Reading.of(new Interval(before, gpu, time)))
                .orElseGet(() -> Reading.absent("this GPU was not there at the look before"));
    }

    private static Optional<GpuInfo> find(GpuInventory inventory, String uuid) {
        return inventory.gpus().stream().filter(gpu -> gpu.uuid().equals(uuid)).findFirst();
    }

    /**
     * The gates on what a trial's end differs in from its start.
     *
     * @param before the node at the start
     * @param after the node at the end
     * @param gpus indices, at the start, of the GPUs the trial used
     */
    public static List<GateResult> duringTrial(GpuInventory before, GpuInventory after, List<Integer> gpus) {
        Reading<Duration> elapsed = Interval.between(before, after);
        List<GateResult> results = new ArrayList<>();
        for (GpuInfo start : before.gpus()) {
            if (gpus.contains(start.index())) {
                results.addAll(duringTrial(start, find(after, start.uuid()), elapsed));
            }
        }
        return List.copyOf(results);
    }

    /** What is to be said when nothing can be probed at the end of a trial. */
    public static List<GateResult> gone(List<Integer> gpus, String seen) {
        return gpus.stream().map(gpu -> present(gpu).fail(seen)).toList();
    }

    private static Rule present(int gpu) {
        return Rule.gpu("RAS-4", gpu, "the GPU answers to the end", RESET);
    }

    private static List<GateResult> duringTrial(GpuInfo start, Optional<GpuInfo> end, Reading<Duration> elapsed) {
        int gpu = start.index();
        Rule present = present(gpu);
        Optional<String> gone = start.identity().name().toOptional().isEmpty()
                ? Optional.empty()
                : end.map(info -> info.identity().name().absentReason())
                        .orElse(Optional.of("it is not there any more"));
        if (gone.isPresent() || end.isEmpty()) {
            return List.of(present.fail(gone.orElse("it is not there any more")));
        }
        Reading<Interval> interval = elapsed.map(time -> new Interval(start, end.get(), time));
        return List.of(
                present.pass("it does"),
                uncorrected(gpu, interval),
                remapped(gpu, interval),
                remapFailed(gpu, interval),
                links(gpu, interval, Time.TRIAL),
                pcie(gpu, interval, Time.TRIAL),
                recovery(gpu, interval));
    }

    private static GateResult uncorrected(int gpu, Reading<Interval> interval) {
        Rule rule = Rule.gpu("MEM-1", gpu, "no new uncorrected ECC error", RESET);
        return rule.on(
                interval,
                both -> rule.on(
                        both.rise(info -> info.ecc().volatileUncorrected()),
                        rise -> rule.failUnless(rise == 0, rise == 0 ? "none" : rise + " new")));
    }

    private static GateResult remapped(int gpu, Reading<Interval> interval) {
        Rule rule = Rule.gpu("MEM-3", gpu, "no row of memory newly replaced or waiting for it", RESET);
        return rule.on(
                interval,
                both -> rule.on(both.rise(CounterGates::rows), rows -> {
                    boolean newlyPending = became(both, info -> info.remapping().pending());
                    String seen = rows + " new rows" + (newlyPending ? ", one waits for a reset" : "");
                    return rule.failUnless(rows == 0 && !newlyPending, rows == 0 && !newlyPending ? "none" : seen);
                }));
    }

    private static Reading<Long> rows(GpuInfo info) {
        Reading<Integer> uncorrectable = info.remapping().uncorrectable();
        return info.remapping()
                .correctable()
                .toOptional()
                .map(correctable -> uncorrectable.map(rows -> (long) rows + correctable))
                .orElseGet(() -> info.remapping().correctable().map(Long::valueOf));
    }

    private static GateResult remapFailed(int gpu, Reading<Interval> interval) {
        Rule rule = Rule.gpu(
                "MEM-4", gpu, "no replacement of a row newly failed", "have the board replaced: nvidia-bug-report.sh");
        return rule.on(
                interval,
                both -> rule.on(both.after().remapping().failed(), failed -> {
                    boolean newly = became(both, info -> info.remapping().failed());
                    return rule.failUnless(!newly, newly ? "one failed" : "none");
                }));
    }

    private static boolean became(Interval both, Function<GpuInfo, Reading<Boolean>> flag) {
        boolean was = flag.apply(both.before()).toOptional().orElse(false);
        return !was && flag.apply(both.after()).toOptional().orElse(false);
    }

    private static GateResult links(int gpu, Reading<Interval> interval, Time time) {
        Rule rule = Rule.gpu(
                "NVL-5",
                gpu,
                "no new replay, recovery or CRC error on the NVLinks",
                "see nvidia-smi nvlink -e; a link that goes on erring needs a reset or a repair");
        return rule.on(
                interval,
                both -> rule.on(
                        both.riseOfLanes(Lane::replayErrors),
                        replays -> rule.on(
                                both.riseOfLanes(Lane::recoveryErrors),
                                recoveries -> rule.on(both.riseOfLanes(Lane::crcErrors), crc -> {
                                    String seen = String.format(
                                            Locale.ROOT,
                                            "%d replays, %d recoveries, %d CRC errors in %d s",
                                            replays,
                                            recoveries,
                                            crc,
                                            both.elapsed().toSeconds());
                                    if (replays > 0 || recoveries > 0 || both.perSecond(crc) >= CRC_PER_SECOND) {
                                        return rule.fail(seen);
                                    }
                                    return crc > 0 ? time.doubt(rule, seen) : rule.pass(seen);
                                }))));
    }

    private static GateResult pcie(int gpu, Reading<Interval> interval, Time time) {
        int lanes = interval.toOptional()
                .flatMap(both -> both.after().pcie().width().toOptional())
                .orElse(LANES);
        double mostPerMinute = Math.ceil(REPLAYS_PER_LANE_MINUTE * lanes);
        Rule rule = Rule.gpu(
                "PCIE-2",
                gpu,
                String.format(Locale.ROOT, "no new PCIe error, at most %.0f replays a minute", mostPerMinute),
                "reseat the board; look for AER lines in dmesg");
        return rule.on(interval, both -> {
            Reading<Long> replays = both.rise(info -> info.pcie().replays());
            Reading<Long> fatal = both.rise(info -> info.pcie().fatalErrors());
            Reading<Long> nonFatal = both.rise(info -> info.pcie().nonFatalErrors());
            if (replays.toOptional().isEmpty()
                    && fatal.toOptional().isEmpty()
                    && nonFatal.toOptional().isEmpty()) {
                return rule.skip(replays.absentReason().orElseThrow());
            }
            double replaysPerMinute = both.perMinute(count(replays));
            String seen = String.format(
                    Locale.ROOT,
                    "%s replays, %s fatal, %s other errors in %d s",
                    text(replays),
                    text(fatal),
                    text(nonFatal),
                    both.elapsed().toSeconds());
            if (count(fatal) > 0) {
                return rule.fail(seen);
            }
            return count(nonFatal) > 0 || replaysPerMinute > mostPerMinute ? time.doubt(rule, seen) : rule.pass(seen);
        });
    }

    private static long count(Reading<Long> rise) {
        return rise.toOptional().orElse(0L);
    }

    private static String text(Reading<Long> rise) {
        return rise.map(String::valueOf).toOptional().orElse("n/a");
    }

    private static GateResult recovery(int gpu, Reading<Interval> interval) {
        Rule rule = Rule.gpu("RAS-1", gpu, "the driver asks for no new recovery", "do what it asks for, then rerun");
        return rule.on(
                interval,
                both -> rule.on(both.after().repair().recoveryAction(), action -> {
                    boolean same = both.before()
                            .repair()
                            .recoveryAction()
                            .toOptional()
                            .filter(action::equals)
                            .isPresent();
                    return rule.failUnless(action.equals("none") || same, action);
                }));
    }
}
