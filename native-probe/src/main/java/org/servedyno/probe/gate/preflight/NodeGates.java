package org.servedyno.probe.gate.preflight;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.servedyno.probe.cuda.VisibleDevices;
import org.servedyno.probe.gate.Rule;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;

/** Gates on the node: which GPUs it shows, and whether they are alike. */
final class NodeGates {
    /** What GPUs of one node should have in common. */
    private static final Map<String, Function<GpuInfo, Reading<String>>> COMMON = common();

    private NodeGates() {}

    static GateResult count(Look look) {
        List<GpuInfo> gpus = look.inventory().gpus();
        int expected = look.context().gpuCount().orElse(gpus.size());
        Rule rule = Rule.node(
                "INV-1",
                look.context().gpuCount().isPresent() ? gpus(expected) : "at least 1 GPU, all readable",
                "check the container's device list, CUDA_VISIBLE_DEVICES, and dmesg for a GPU that fell off the bus");
        List<String> faults = new ArrayList<>();
        for (GpuInfo gpu : gpus) {
            gpu.identity().name().absentReason().ifPresent(reason -> faults.add("GPU " + gpu.index() + ": " + reason));
        }
        Optional<CudaInventory> cuda = look.context()
                .cuda()
                .toOptional()
                .filter(answer -> answer.fault().isEmpty());
        cuda.ifPresent(answer -> faults.addAll(differences(gpus, answer)));
        String seen = gpus(gpus.size()) + (cuda.isPresent() && faults.isEmpty() ? ", CUDA agrees" : "");
        return rule.failUnless(
                !gpus.isEmpty() && gpus.size() == expected && faults.isEmpty(),
                faults.isEmpty() ? seen : seen + ", " + String.join(", ", faults));
    }

    private static String gpus(int count) {
        return count + (count == 1 ? " GPU" : " GPUs");
    }

    /** CUDA shows what its variable lets it show of NVML's GPUs, and no other. */
    private static List<String> differences(List<GpuInfo> gpus, CudaInventory cuda) {
        List<String> all = gpus.stream().map(gpu -> normal(gpu.uuid())).toList();
        List<String> shown = cuda.devices().stream()
                .flatMap(device -> device.uuid().toOptional().stream())
                .map(NodeGates::normal)
                .toList();
        if (shown.size() < cuda.devices().size()) {
            return List.of();
        }
        List<String> faults = new ArrayList<>();
        shown.stream().filter(uuid -> !all.contains(uuid)).forEach(uuid -> faults.add("only CUDA shows " + uuid));
        Optional<String> variable = cuda.visibleDevices().toOptional();
        Optional<List<Integer>> visible = variable.map(value -> VisibleDevices.select(value, all));
        List<String> wanted = variable.map(value -> VisibleDevices.namesUuids(value)
                        ? visible.orElseThrow().stream().map(all::get).toList()
                        : List.<String>of())
                .orElse(all);
        wanted.stream().filter(uuid -> !shown.contains(uuid)).forEach(uuid -> faults.add("CUDA lacks " + uuid));
        int count = visible.map(List::size).orElse(all.size());
        if (faults.isEmpty() && shown.size() != count) {
            faults.add("CUDA shows " + shown.size() + " of "
                    + visible.map(devices -> count + " in CUDA_VISIBLE_DEVICES").orElse(String.valueOf(count)));
        }
        return faults;
    }

    private static String normal(String uuid) {
        int dash = uuid.indexOf('-');
        return dash < 0 ? uuid : uuid.substring(0, dash) + uuid.substring(dash).toLowerCase(Locale.ROOT);
    }

    private static Map<String, Function<GpuInfo, Reading<String>>> common() {
        Map<String, Function<GpuInfo, Reading<String>>> facts = new LinkedHashMap<>();
        facts.put("VBIOS", NodeGates::vbios);
        facts.put("inforom", gpu -> gpu.identity().inforomImage());
        facts.put("SM MHz", gpu -> gpu.clocks().smMaxMhz().map(String::valueOf));
        facts.put("memory MHz", gpu -> gpu.clocks().memoryMaxMhz().map(String::valueOf));
        return facts;
    }

    private static Reading<String> vbios(GpuInfo gpu) {
        return gpu.identity().vbios();
    }

    static GateResult sameFirmware(Look look) {
        Rule rule = Rule.node(
                "INV-4",
                "one VBIOS, one inforom, one set of highest clocks, as in the look before",
                "bring all GPUs to one firmware; when it was changed, measure the baseline again");
        List<String> differences = new ArrayList<>();
        for (Map.Entry<String, Function<GpuInfo, Reading<String>>> fact : COMMON.entrySet()) {
            Set<String> values = values(look.inventory(), fact.getValue());
            look.context().previous().ifPresent(before -> values.addAll(values(before, fact.getValue())));
            if (values.size() > 1) {
                differences.add(fact.getKey() + " " + String.join(", ", values));
            }
        }
        look.context()
                .previous()
                .flatMap(before -> newDriver(before, look.inventory()))
                .ifPresent(differences::add);
        Set<String> vbios = values(look.inventory(), NodeGates::vbios);
        if (vbios.isEmpty() && differences.isEmpty()) {
            return rule.skip(look.inventory().gpus().stream()
                    .flatMap(gpu -> gpu.identity().vbios().absentReason().stream())
                    .findFirst()
                    .orElse("no GPU"));
        }
        return differences.isEmpty()
                ? rule.pass("VBIOS " + String.join(", ", vbios))
                : rule.warn(String.join("; ", differences));
    }

    private static Optional<String> newDriver(GpuInventory before, GpuInventory now) {
        Optional<String> was = before.driverVersion().toOptional();
        return now.driverVersion()
                .toOptional()
                .filter(version -> was.isPresent() && !was.get().equals(version))
                .map(version -> "driver " + was.get() + ", now " + version);
    }

    private static Set<String> values(GpuInventory inventory, Function<GpuInfo, Reading<String>> fact) {
        return inventory.gpus().stream()
                .flatMap(gpu -> fact.apply(gpu).toOptional().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
