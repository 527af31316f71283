package org.servedyno.probe.gate.preflight;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.servedyno.probe.gate.Rule;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.CudaInventory.Fault;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;

/** Gates on the software below an engine: NVML, driver, CUDA, environment. */
final class LibraryGates {
    /** Event reasons by their present name, field values 185 to 196 and GPM are there from this branch on. */
    private static final int DRIVER_BRANCH = 535;

    /** The fabric's health is there from this branch on. */
    private static final int FABRIC_HEALTH_BRANCH = 550;

    private static final String NOT_SUPPORTED = "NOT_SUPPORTED";

    private static final Pattern BRANCH = Pattern.compile("(\\d+)\\..*");

    /** These say that we could not ask, and nothing about the node. */
    private static final Set<Fault.Kind> NOT_ASKED = Set.of(Fault.Kind.UNSUPPORTED_PLATFORM, Fault.Kind.NOT_STARTED);

    /** Variables that make CUDA slow, serial or traced; the list of DCGM's software check. */
    static final List<String> BAD_VARIABLES = List.of(
            "CUDA_INJECTION64_PATH",
            "NSIGHT_CUDA_DEBUGGER",
            "CUDA_PROFILE",
            "CUDA_COREDUMP_FILE",
            "CUDA_ENABLE_COREDUMP_ON_EXCEPTION",
            "CUDA_DEVICE_WAITS_ON_EXCEPTION",
            "CUDA_LAUNCH_BLOCKING",
            "COMPUTE_PROFILE",
            "COMPUTE_PROFILE_CONFIG",
            "COMPUTE_PROFILE_LOG",
            "OPENCL_PROFILE");

    private LibraryGates() {}

    static GateResult nvml(Look look) {
        Rule rule = Rule.node(
                "LIB-1",
                "NVML loads and starts, on a platform it supports",
                "measure on a Linux host or in a container with the driver's own NVML, not under WSL");
        if (look.inventory().simulated()) {
            return rule.pass("simulated node");
        }
        List<GpuInfo> gpus = look.inventory().gpus();
        boolean blind = !gpus.isEmpty() && gpus.stream().allMatch(LibraryGates::isBlind);
        return blind
                ? rule.fail("unsupported platform: NVML tells neither processes, persistence mode nor power limits")
                : rule.pass(look.inventory().source());
    }

    /** Under WSL calls answer that they are not supported which are on every supported platform. */
    private static boolean isBlind(GpuInfo gpu) {
        return Stream.of(gpu.processes(), gpu.modes().persistence(), gpu.power().enforcedWatts())
                .allMatch(reading -> reading.absentReason()
                        .filter(reason -> reason.contains(NOT_SUPPORTED))
                        .isPresent());
    }

    static GateResult driver(Look look) {
        Rule rule = Rule.node(
                "LIB-2",
                "driver " + DRIVER_BRANCH + " or later",
                "update the driver; until then some readings are absent");
        return rule.on(look.inventory().driverVersion(), version -> {
            Matcher matcher = BRANCH.matcher(version);
            if (!matcher.matches()) {
                return rule.skip("driver version " + version + " has no branch number");
            }
            int branch = Integer.parseInt(matcher.group(1));
            if (branch < DRIVER_BRANCH) {
                return rule.warn(version + ", too old for event reasons, T.Limit and GPM");
            }
            return rule.pass(branch < FABRIC_HEALTH_BRANCH ? version + " (tells no fabric health)" : version);
        });
    }

    static GateResult cuda(Look look) {
        Rule rule = Rule.node("LIB-3", "cuInit answers 0", "run servedyno probe on the node for the details");
        if (look.inventory().simulated() && look.context().cuda().toOptional().isEmpty()) {
            return rule.skip("a simulated node has no CUDA");
        }
        return rule.on(look.context().cuda(), cuda -> cuda(rule, cuda));
    }

    private static GateResult cuda(Rule rule, CudaInventory cuda) {
        if (cuda.fault().isPresent()) {
            Fault fault = cuda.fault().get();
            String seen = cause(fault.kind()) + fault.seen();
            return NOT_ASKED.contains(fault.kind())
                    ? rule.skip(seen)
                    : rule.advising(fault.nextStep()).fail(seen);
        }
        int devices = cuda.devices().size();
        return rule.on(
                cuda.init(),
                answer -> rule.failUnless(
                        answer.success(), answer + ", " + devices + (devices == 1 ? " device" : " devices")));
    }

    private static String cause(Fault.Kind kind) {
        return switch (kind) {
            case NO_DEVICE -> "no device: ";
            case STUB_LIBRARY -> "stub library: ";
            case FABRIC_NOT_READY -> "fabric not ready: ";
            case VERSION_MISMATCH -> "library and kernel module differ: ";
            case COMPATIBILITY_NOT_SUPPORTED -> "compatibility library on hardware without support for it: ";
            case NO_LIBRARY -> "no libcuda: ";
            case MISSING_SYMBOL -> "libcuda lacks functions: ";
            case INIT_FAILED -> "cuInit failed: ";
            case DRIVER_TOO_OLD -> "driver too old: ";
            case CALL_FAILED -> "a call after cuInit failed: ";
            case CRASHED -> "CUDA's process crashed: ";
            case HUNG -> "CUDA's process hung: ";
            case UNSUPPORTED_PLATFORM -> "unsupported platform: ";
            case NOT_STARTED -> "CUDA's process did not start: ";
        };
    }

    static GateResult environment(Look look) {
        Rule rule = Rule.node(
                "ENV-1", "no variable that slows CUDA down or traces it", "unset it where the engine is started");
        return rule.on(look.context().environment(), variables -> {
            TreeSet<String> found = new TreeSet<>(BAD_VARIABLES);
            found.retainAll(variables.keySet());
            return rule.warnUnless(found.isEmpty(), found.isEmpty() ? "none" : String.join(", ", found));
        });
    }
}
