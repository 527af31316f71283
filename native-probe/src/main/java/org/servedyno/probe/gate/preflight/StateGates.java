package org.servedyno.probe.gate.preflight;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.servedyno.probe.gate.EventReasons;
import org.servedyno.probe.gate.Rule;
import org.servedyno.probe.gate.profile.HardwareProfile;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuSample;

/** Gates on the state a GPU is in before the start: power limit, clocks, slowdowns, temperature. */
final class StateGates {
    private static final double LIMIT_WARN_SHARE = 0.98;
    private static final double LIMIT_FAIL_SHARE = 0.9;
    private static final int MARGIN_WARN_C = 10;

    /** Highest operating temperature of the memory of this generation; a profile may know better. */
    private static final int MEMORY_MAX_C = 95;

    private StateGates() {}

    static GateResult powerLimit(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu(
                "PWR-1",
                gpu.index(),
                "enforced power limit at least 98 % of the default",
                "restore it: nvidia-smi -pl WATTS (needs root)");
        return rule.on(
                gpu.power().enforcedWatts(),
                limitWatts -> rule.on(gpu.power().defaultWatts(), defaultWatts -> {
                    String seen = String.format(Locale.ROOT, "%.0f W of %.0f W", limitWatts, defaultWatts);
                    if (limitWatts < LIMIT_FAIL_SHARE * defaultWatts) {
                        return rule.fail(seen);
                    }
                    if (limitWatts < LIMIT_WARN_SHARE * defaultWatts) {
                        return rule.suspect(seen);
                    }
                    return productDefault(rule, look, defaultWatts, seen);
                }));
    }

    private static GateResult productDefault(Rule rule, Look look, double defaultWatts, String seen) {
        boolean usual = look.expected(HardwareProfile::powerDefaultWatts)
                .toOptional()
                .map(watts -> watts.contains(defaultWatts))
                .orElse(true);
        return usual ? rule.pass(seen) : rule.warn(seen + ", not a default of this product");
    }

    static GateResult slowdown(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu(
                "THR-1",
                gpu.index(),
                "no slowdown at idle",
                "check cooling and power supply; see nvidia-smi -q -d PERFORMANCE");
        return rule.on(reasons(gpu, look), reasons -> {
            long bad = reasons & EventReasons.SLOWDOWN;
            return rule.failUnless(bad == 0, bad == 0 ? "none" : EventReasons.describe(bad));
        });
    }

    static GateResult otherReasons(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu(
                "THR-2",
                gpu.index(),
                "no other limit on the clocks",
                "lift it: nvidia-smi -rgc and -rac; for sync boost, leave the group");
        return rule.on(reasons(gpu, look), reasons -> {
            long odd = reasons & ~(EventReasons.SLOWDOWN | EventReasons.NORMAL);
            return rule.warnUnless(odd == 0, EventReasons.describe(odd));
        });
    }

    private static Reading<Long> reasons(GpuInfo gpu, Look look) {
        Reading<Long> sampled = now(gpu, look, GpuSample::eventReasons);
        return sampled.toOptional().isPresent() ? sampled : gpu.clocks().eventReasons();
    }

    static GateResult temperature(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu(
                "TMP-1",
                gpu.index(),
                "more than " + MARGIN_WARN_C + " C below the highest operating temperature",
                "check fans, inlet air and neighbours");
        int mostC = look.expected(profile -> profile.thermals().memoryMaxC())
                .toOptional()
                .orElse(MEMORY_MAX_C);
        Optional<Integer> memoryC = gpu.thermals().memoryTemperatureC().toOptional();
        if (memoryC.isPresent() && memoryC.get() >= mostC) {
            return rule.fail("memory at " + memoryC.get() + " C, its highest is " + mostC + " C");
        }
        return rule.on(margin(gpu, look), marginC -> {
            String seen = gpu.thermals()
                            .temperatureC()
                            .map(celsius -> celsius + " C, ")
                            .toOptional()
                            .orElse("")
                    + "margin " + marginC + " C";
            if (slowdownOffset(gpu, look)
                    .toOptional()
                    .filter(offsetC -> marginC < offsetC)
                    .isPresent()) {
                return rule.fail(seen + ", beyond the slowdown temperature");
            }
            return marginC <= MARGIN_WARN_C ? rule.suspect(seen) : rule.pass(seen);
        });
    }

    /** What the driver says; an older one says nothing, then the product's highest temperature is taken. */
    private static Reading<Integer> margin(GpuInfo gpu, Look look) {
        Reading<Integer> told = gpu.thermals().marginC();
        if (told.toOptional().isPresent()) {
            return told;
        }
        Reading<Integer> mostC = look.expected(profile -> profile.thermals().maxOperatingC());
        return mostC.toOptional()
                .map(most -> gpu.thermals().temperatureC().map(celsius -> most - celsius))
                .orElse(mostC);
    }

    private static Reading<Integer> slowdownOffset(GpuInfo gpu, Look look) {
        Reading<Integer> told = gpu.thermals().slowdownOffsetC();
        if (told.toOptional().isPresent()) {
            return told;
        }
        Reading<Integer> mostC = look.expected(profile -> profile.thermals().maxOperatingC());
        return mostC.toOptional()
                .map(most ->
                        look.expected(profile -> profile.thermals().slowdownC()).map(slowdownC -> most - slowdownC))
                .orElse(mostC);
    }

    static GateResult clocks(GpuInfo gpu, Look look) {
        Reading<Integer> memory = look.expected(profile -> profile.clocks().memoryMaxMhz());
        if (memory.toOptional().isEmpty()) {
            return Rule.gpu("CLK-1", gpu.index(), "the product's clocks", "")
                    .skip(memory.absentReason().orElseThrow());
        }
        int fullMhz = memory.toOptional().get();
        Optional<Integer> sm =
                look.expected(profile -> profile.clocks().smMaxMhz()).toOptional();
        Rule rule = Rule.gpu(
                "CLK-1",
                gpu.index(),
                sm.map(mhz -> "SM up to " + mhz + " MHz, ").orElse("") + "memory " + fullMhz + " MHz",
                "lift clock limits: nvidia-smi -rgc, -rmc");
        return rule.on(
                gpu.clocks().smMaxMhz(),
                smMhz -> rule.on(gpu.clocks().memoryMaxMhz(), memoryMhz -> {
                    int nowMhz = memoryNow(gpu, look).orElse(memoryMhz);
                    boolean full =
                            sm.map(mhz -> smMhz.equals(mhz)).orElse(true) && memoryMhz == fullMhz && nowMhz == fullMhz;
                    String seen = String.format(
                            Locale.ROOT, "SM up to %d MHz, memory %d of %d MHz", smMhz, nowMhz, memoryMhz);
                    return full ? rule.pass(seen) : rule.suspect(seen);
                }));
    }

    private static Optional<Integer> memoryNow(GpuInfo gpu, Look look) {
        return now(gpu, look, GpuSample::memoryMhz)
                .toOptional()
                .or(() -> gpu.clocks().memoryMhz().toOptional());
    }

    private static <T> Reading<T> now(GpuInfo gpu, Look look, Function<GpuSample, Reading<T>> field) {
        return look.context().samples().stream()
                .filter(sample -> sample.gpu() == gpu.index())
                .reduce((earlier, later) -> later)
                .map(field)
                .orElseGet(() -> Reading.absent("no sample was taken"));
    }
}
