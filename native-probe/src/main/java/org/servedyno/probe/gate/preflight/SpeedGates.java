package org.servedyno.probe.gate.preflight;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.servedyno.probe.gate.Rule;
import org.servedyno.probe.gate.profile.HardwareProfile.LeastSpeeds;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.CudaInventory.Bandwidth;
import org.servedyno.results.model.gpu.CudaInventory.Deep;
import org.servedyno.results.model.gpu.CudaInventory.Device;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;

/** The gate on measured copies, which a probe makes only when asked to. */
final class SpeedGates {
    private SpeedGates() {}

    static GateResult copies(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu(
                "PERF-1",
                gpu.index(),
                "copies as fast as the product's must be",
                "see that nothing else ran, then check PCIE-1 and the NVLinks");
        Optional<CudaInventory> cuda = look.context().cuda().toOptional();
        Optional<Deep> deep = cuda.flatMap(answer -> answer.deep().toOptional());
        if (cuda.isEmpty() || deep.isEmpty()) {
            return rule.skip("not measured; --deep");
        }
        Optional<LeastSpeeds> least = look.context().profile().map(profile -> profile.least());
        if (least.isEmpty()) {
            return rule.skip(Look.NO_PROFILE);
        }
        Optional<Device> device = IdentityGates.device(cuda.get(), gpu);
        return device.map(shown -> copies(rule, shown.ordinal(), deep.get(), least.get()))
                .orElseGet(() -> rule.skip("CUDA does not show this GPU"));
    }

    private static GateResult copies(Rule rule, int ordinal, Deep deep, LeastSpeeds least) {
        List<Comparison> comparisons = new ArrayList<>();
        deep.devices().stream().filter(speed -> speed.ordinal() == ordinal).forEach(speed -> {
            comparisons.add(new Comparison("from host", speed.hostToDevice(), least.hostGBps()));
            comparisons.add(new Comparison("to host", speed.deviceToHost(), least.hostGBps()));
            comparisons.add(new Comparison("in device", speed.deviceToDevice(), least.deviceGBps()));
        });
        deep.peers().stream()
                .filter(speed -> speed.from() == ordinal)
                .forEach(speed ->
                        comparisons.add(new Comparison("to device " + speed.to(), speed.copy(), least.peerGBps())));
        List<Comparison> judged =
                comparisons.stream().filter(Comparison::canBeJudged).toList();
        if (judged.isEmpty()) {
            return rule.skip(comparisons.stream()
                    .map(Comparison::whyNot)
                    .findFirst()
                    .orElse("nothing was measured on this GPU"));
        }
        List<String> slow =
                judged.stream().filter(Comparison::isSlow).map(Comparison::text).toList();
        return rule.failUnless(
                slow.isEmpty(), slow.isEmpty() ? judged.size() + " copies fast enough" : String.join(", ", slow));
    }

    /**
     * One measured copy against its limit.
     *
     * @param what which copy
     * @param measured what was reached
     * @param leastGBps what must be reached
     */
    private record Comparison(String what, Reading<Bandwidth> measured, Reading<Double> leastGBps) {
        boolean canBeJudged() {
            return measured.toOptional().isPresent() && leastGBps.toOptional().isPresent();
        }

        String whyNot() {
            return measured.absentReason().or(leastGBps::absentReason).orElseThrow();
        }

        private double medianGBps() {
            return measured.toOptional().orElseThrow().medianGBps();
        }

        boolean isSlow() {
            return medianGBps() < leastGBps.toOptional().orElseThrow();
        }

        String text() {
            return String.format(
                    Locale.ROOT,
                    "%s %.0f GB/s, not %.0f",
                    what,
                    medianGBps(),
                    leastGBps.toOptional().orElseThrow());
        }
    }
}
