package org.servedyno.probe.gate.preflight;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.servedyno.probe.gate.Rule;
import org.servedyno.probe.gate.profile.HardwareProfile;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;

/** Gates on what a GPU is: the declared product, whole. */
final class IdentityGates {
    private static final double MEMORY_TOLERANCE = 0.005;
    private static final int NVIDIA = 0x10DE;

    private IdentityGates() {}

    static GateResult product(GpuInfo gpu, Look look) {
        Optional<HardwareProfile> expected = look.context().profile();
        if (expected.isEmpty()) {
            return Rule.gpu("INV-2", gpu.index(), "the declared product", "").skip(Look.NO_PROFILE);
        }
        HardwareProfile profile = expected.get();
        Rule rule = Rule.gpu(
                "INV-2",
                gpu.index(),
                named(profile.productName(), profile.pciDeviceId()),
                "run on the hardware the plan names, or change the plan");
        return rule.on(gpu.identity().name(), name -> {
            Reading<Long> id = gpu.identity().pciDeviceId();
            boolean sameChip = other(id, profile.pciDeviceId()).isEmpty();
            List<String> faults = sameChip ? contradictions(gpu, profile) : List.of("another chip");
            String seen = id.toOptional().map(pci -> named(name, pci)).orElse(name);
            boolean same = name.equals(profile.productName()) && faults.isEmpty();
            return rule.failUnless(same, faults.isEmpty() ? seen : seen + ": " + String.join(", ", faults));
        });
    }

    /** What does not fit the chip that its id names. */
    private static List<String> contradictions(GpuInfo gpu, HardwareProfile profile) {
        List<String> faults = new ArrayList<>();
        unlisted(gpu, profile).ifPresent(faults::add);
        profile.architecture()
                .toOptional()
                .ifPresent(architecture -> other(gpu.identity().architecture(), architecture)
                        .ifPresent(seen -> faults.add("architecture " + seen + ", not " + architecture)));
        return faults;
    }

    private static String named(String name, long pciDeviceId) {
        return String.format(Locale.ROOT, "%s (%08X)", name, pciDeviceId);
    }

    /** The value that was read, where it is not the expected one. */
    private static <T> Optional<T> other(Reading<T> read, T expected) {
        return read.toOptional().filter(value -> !value.equals(expected));
    }

    /** Boards of other makers carry their own numbers, so only NVIDIA's are looked up. */
    private static Optional<String> unlisted(GpuInfo gpu, HardwareProfile profile) {
        Optional<Set<Long>> boards = profile.pciSubsystemIds().toOptional();
        return gpu.identity()
                .pciSubsystemId()
                .toOptional()
                .filter(board -> boards.isPresent() && (board & 0xFFFF) == NVIDIA)
                .filter(board -> !boards.get().contains(board))
                .map(board -> String.format(Locale.ROOT, "board %08X, known are %s", board, ids(boards.get())));
    }

    private static String ids(Set<Long> boards) {
        return boards.stream()
                .map(board -> String.format(Locale.ROOT, "%08X", board))
                .sorted()
                .collect(Collectors.joining(", "));
    }

    static GateResult memorySize(GpuInfo gpu, Look look) {
        String advice = "check for MIG, a vGPU, or another product with the same name";
        Reading<Double> expected = look.expected(profile -> profile.memory().totalMiB());
        if (expected.toOptional().isEmpty()) {
            return Rule.gpu("INV-3", gpu.index(), "the product's memory", "")
                    .skip(expected.absentReason().orElseThrow());
        }
        double expectedMiB = expected.toOptional().get();
        Rule rule = Rule.gpu(
                "INV-3",
                gpu.index(),
                String.format(Locale.ROOT, "%.0f MiB within 0.5 %%", expectedMiB)
                        + parts(look.expected(profile -> profile.memory().busBits()), "-bit bus")
                        + parts(look.expected(HardwareProfile::multiprocessors), " SMs"),
                advice);
        return rule.on(gpu.memory().totalMiB(), totalMiB -> {
            List<String> faults = new ArrayList<>();
            differs(gpu.memory().busWidthBits(), look.expected(p -> p.memory().busBits()), "-bit bus", faults);
            differs(gpu.identity().cores(), look.expected(HardwareProfile::cores), " cores", faults);
            differs(multiprocessors(gpu, look), look.expected(HardwareProfile::multiprocessors), " SMs", faults);
            boolean size = Math.abs(totalMiB - expectedMiB) <= MEMORY_TOLERANCE * expectedMiB;
            String seen = String.format(Locale.ROOT, "%.0f MiB", totalMiB);
            return rule.failUnless(
                    size && faults.isEmpty(), faults.isEmpty() ? seen : seen + ", " + String.join(", ", faults));
        });
    }

    private static String parts(Reading<Integer> count, String of) {
        return count.toOptional().map(number -> ", " + number + of).orElse("");
    }

    private static void differs(Reading<Integer> read, Reading<Integer> expected, String of, List<String> faults) {
        expected.toOptional().flatMap(number -> other(read, number)).ifPresent(seen -> faults.add(seen + of));
    }

    /** NVML does not tell the number of SMs; CUDA does. */
    private static Reading<Integer> multiprocessors(GpuInfo gpu, Look look) {
        return look.context()
                .cuda()
                .toOptional()
                .flatMap(cuda -> device(cuda, gpu))
                .map(CudaInventory.Device::multiprocessors)
                .orElseGet(() -> Reading.absent("CUDA does not show this GPU"));
    }

    /** CUDA numbers devices in its own order; the UUID tells which is which. */
    static Optional<CudaInventory.Device> device(CudaInventory cuda, GpuInfo gpu) {
        return cuda.devices().stream()
                .filter(device -> device.uuid()
                        .toOptional()
                        .filter(gpu.uuid()::equalsIgnoreCase)
                        .isPresent())
                .findFirst();
    }

    static GateResult pcie(GpuInfo gpu, Look look) {
        Reading<Integer> width = look.expected(profile -> profile.pcie().width());
        if (width.toOptional().isEmpty()) {
            return Rule.gpu("PCIE-1", gpu.index(), "the product's PCIe link", "")
                    .skip(width.absentReason().orElseThrow());
        }
        int mostLanes = width.toOptional().get();
        Optional<Integer> newest =
                look.expected(profile -> profile.pcie().generation()).toOptional();
        Rule rule = Rule.gpu(
                "PCIE-1",
                gpu.index(),
                newest.map(generation -> "gen" + generation + " ").orElse("") + "x" + mostLanes,
                "reseat the board, or check the slot and the BIOS setting");
        return rule.on(
                gpu.pcie().generation(),
                generation -> rule.on(gpu.pcie().width(), lanes -> {
                    String seen = "gen" + generation + " x" + lanes;
                    boolean slow = newest.isPresent() && generation < newest.get();
                    if (lanes < mostLanes || (slow && !resting(gpu))) {
                        return rule.fail(seen);
                    }
                    return slow ? rule.warn(seen + " at rest; look again under load") : rule.pass(seen);
                }));
    }

    /** Outside the fastest state a link may run slower to save power. */
    private static boolean resting(GpuInfo gpu) {
        return gpu.clocks()
                .performanceState()
                .toOptional()
                .filter(state -> state != 0)
                .isPresent();
    }
}
