package org.servedyno.probe.gate.preflight;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.servedyno.probe.gate.Rule;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.info.FabricState;

/** Gates on the NVLink fabric, which the fabric manager sets up on boards with NVSwitches. */
final class FabricGates {
    private static final String ADVICE = "wait a minute after a start of the node; then systemctl status"
            + " nvidia-fabricmanager, whose version must be the driver's";

    /** Groups of two bits of NVML's health mask: 0 not supported, 1 yes, 2 no. */
    private static final List<String> TROUBLES =
            List.of("degraded bandwidth", "a route being recovered", "an unhealthy route", "access timeouts");

    private static final int CONFIGURATION_SHIFT = 8;
    private static final int CONFIGURATION_OK = 1;
    private static final int PARTITION_SHIFT = 12;
    private static final int PARTITION_UNASSIGNED = 2;

    private FabricGates() {}

    static GateResult state(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu("FAB-1", gpu.index(), "the fabric is set up: completed, NVML_SUCCESS", ADVICE);
        if (look.inventory().gpus().size() < 2) {
            return rule.skip("one GPU alone needs no fabric");
        }
        return rule.on(gpu.fabric().state(), state -> switch (state) {
            case "completed" ->
                rule.on(
                        gpu.fabric().status(),
                        status -> rule.failUnless(status.equals("NVML_SUCCESS"), state + ", " + status));
            case "not supported" ->
                switched(look)
                        ? rule.fail("not supported, on a board with NVSwitches")
                        : rule.skip("no fabric of NVSwitches here");
            case "not started", "in progress" -> rule.fail(state);
            default -> rule.warn("state " + state);
        });
    }

    /** Whether this board has NVSwitches whose fabric NVML can be asked about. */
    private static boolean switched(Look look) {
        boolean fabric =
                look.expected(profile -> profile.nvlink().fabric()).toOptional().orElse(false);
        Optional<Integer> boardGpus =
                look.expected(profile -> profile.nvlink().switchedGpus()).toOptional();
        return fabric
                && boardGpus
                        .filter(gpus -> look.inventory().gpus().size() >= gpus)
                        .isPresent();
    }

    static GateResult health(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu("FAB-2", gpu.index(), "a healthy fabric, one clique of one cluster", ADVICE);
        boolean completed = gpu.fabric()
                .state()
                .toOptional()
                .filter(state -> state.equals("completed"))
                .isPresent();
        if (!completed) {
            return rule.skip(gpu.fabric()
                    .state()
                    .absentReason()
                    .orElseGet(() -> "the fabric is not set up: "
                            + gpu.fabric().state().toOptional().orElse("")));
        }
        List<String> faults = new ArrayList<>(strangers(gpu, look));
        gpu.fabric().healthMask().toOptional().ifPresent(mask -> faults.addAll(troubles(mask)));
        String summary = gpu.fabric().healthSummary().toOptional().orElse("");
        if (summary.equals("unhealthy")) {
            faults.add("summary: unhealthy");
        }
        if (!faults.isEmpty()) {
            return rule.fail(String.join(", ", faults));
        }
        if (summary.equals("limited")) {
            return rule.warn("summary: limited");
        }
        return rule.on(
                gpu.fabric().healthMask(),
                mask -> rule.pass("no trouble reported" + (summary.isEmpty() ? "" : ", summary: " + summary)));
    }

    /** What the mask says is bad; a mask of 0 says nothing, which is what an H100 answers. */
    private static List<String> troubles(long mask) {
        List<String> found = new ArrayList<>();
        for (int group = 0; group < TROUBLES.size(); group++) {
            if ((mask >>> (2 * group) & 3) == 1) {
                found.add(TROUBLES.get(group));
            }
        }
        if ((mask >>> CONFIGURATION_SHIFT & 0xF) > CONFIGURATION_OK) {
            found.add("incorrect configuration " + (mask >>> CONFIGURATION_SHIFT & 0xF));
        }
        if ((mask >>> PARTITION_SHIFT & 3) == PARTITION_UNASSIGNED) {
            found.add("no partition assigned");
        }
        return found;
    }

    private static List<String> strangers(GpuInfo gpu, Look look) {
        List<String> found = new ArrayList<>();
        FabricState own = gpu.fabric();
        GpuInfo first = look.used().get(0);
        if (differ(own.cliqueId(), first.fabric().cliqueId())) {
            found.add("another clique than GPU " + first.index());
        }
        if (differ(own.clusterUuid(), first.fabric().clusterUuid())) {
            found.add("another cluster than GPU " + first.index());
        }
        return found;
    }

    private static <T> boolean differ(Reading<T> a, Reading<T> b) {
        return a.toOptional().isPresent()
                && b.toOptional().isPresent()
                && !Objects.equals(a.toOptional(), b.toOptional());
    }
}
