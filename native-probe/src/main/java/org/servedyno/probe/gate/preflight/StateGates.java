package org.servedyno.probe.gate.preflight;

import java.util.Locale;
import java.util.function.Function;
import org.servedyno.probe.gate.EventReasons;
import org.servedyno.probe.gate.GateContext;
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

    private StateGates() {}

    static GateResult powerLimit(GpuInfo gpu, GateContext context) {
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
                    return productDefault(rule, context, defaultWatts, seen);
                }));
    }

    private static GateResult productDefault(Rule rule, GateContext context, double defaultWatts, String seen) {
        boolean usual = context.profile()
                .map(profile -> profile.powerDefaultLimitWatts().contains(defaultWatts))
                .orElse(true);
        return usual ? rule.pass(seen) : rule.warn(seen + ", not a default of this product");
    }

    static GateResult slowdown(GpuInfo gpu, GateContext context) {
        Rule rule = Rule.gpu(
                "THR-1",
                gpu.index(),
                "no slowdown at idle",
                "check cooling and power supply; see nvidia-smi -q -d PERFORMANCE");
        return rule.on(now(gpu, context, GpuSample::eventReasons), reasons -> {
            long bad = reasons & EventReasons.SLOWDOWN;
            return rule.failUnless(bad == 0, bad == 0 ? "none" : EventReasons.describe(bad));
        });
    }

    static GateResult otherReasons(GpuInfo gpu, GateContext context) {
        Rule rule = Rule.gpu(
                "THR-2",
                gpu.index(),
                "no other limit on the clocks",
                "lift it: nvidia-smi -rgc and -rac; for sync boost, leave the group");
        return rule.on(now(gpu, context, GpuSample::eventReasons), reasons -> {
            long odd = reasons & ~(EventReasons.SLOWDOWN | EventReasons.NORMAL);
            return odd == 0 ? rule.pass("none") : rule.warn(EventReasons.describe(odd));
        });
    }

    static GateResult temperature(GpuInfo gpu, GateContext context) {
        if (context.profile().isEmpty()) {
            return Rule.gpu("TMP-1", gpu.index(), "cool at idle", "").skip(GpuGate.NO_PROFILE);
        }
        HardwareProfile profile = context.profile().get();
        int coolC = profile.maxOperatingC() - MARGIN_WARN_C;
        Rule rule = Rule.gpu(
                "TMP-1",
                gpu.index(),
                String.format(Locale.ROOT, "below %d C before the start", coolC),
                "check fans, inlet air and neighbours");
        return rule.on(gpu.thermals().temperatureC(), temperatureC -> {
            String seen = temperatureC + " C";
            if (temperatureC > profile.slowdownC()) {
                return rule.fail(seen);
            }
            return temperatureC >= coolC ? rule.suspect(seen) : rule.pass(seen);
        });
    }

    static GateResult clocks(GpuInfo gpu, GateContext context) {
        if (context.profile().isEmpty()) {
            return Rule.gpu("CLK-1", gpu.index(), "the product's clocks", "").skip(GpuGate.NO_PROFILE);
        }
        HardwareProfile profile = context.profile().get();
        Rule rule = Rule.gpu(
                "CLK-1",
                gpu.index(),
                String.format(
                        Locale.ROOT, "SM up to %d MHz, memory %d MHz", profile.smMaxMhz(), profile.memoryMaxMhz()),
                "lift clock limits: nvidia-smi -rgc, -rmc");
        return rule.on(
                gpu.clocks().smMaxMhz(),
                smMhz -> rule.on(gpu.clocks().memoryMaxMhz(), memoryMhz -> {
                    int nowMhz =
                            now(gpu, context, GpuSample::memoryMhz).toOptional().orElse(memoryMhz);
                    boolean full = smMhz == profile.smMaxMhz()
                            && memoryMhz == profile.memoryMaxMhz()
                            && nowMhz == profile.memoryMaxMhz();
                    String seen = String.format(
                            Locale.ROOT, "SM up to %d MHz, memory %d of %d MHz", smMhz, nowMhz, memoryMhz);
                    return full ? rule.pass(seen) : rule.suspect(seen);
                }));
    }

    private static <T> Reading<T> now(GpuInfo gpu, GateContext context, Function<GpuSample, Reading<T>> field) {
        return context.samples().stream()
                .filter(sample -> sample.gpu() == gpu.index())
                .reduce((earlier, later) -> later)
                .map(field)
                .orElseGet(() -> Reading.absent("no sample was taken"));
    }
}
