package org.servedyno.probe.gate.preflight;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.servedyno.probe.gate.GateContext;
import org.servedyno.probe.gate.Rule;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuTopology;

/** Gates on the node: driver, number of GPUs, sameness, NVLink between the pairs in use. */
final class NodeGates {
    /** Event reasons by their present name, field values 185 to 196 and GPM are there from this branch on. */
    private static final int DRIVER_BRANCH = 535;

    private static final Pattern BRANCH = Pattern.compile("(\\d+)\\..*");

    private NodeGates() {}

    static GateResult library(GpuInventory inventory, GateContext context) {
        Rule rule = Rule.node("LIB-1", "NVML loads and starts", "");
        return rule.pass(inventory.simulated() ? "simulated node" : inventory.source());
    }

    static GateResult driver(GpuInventory inventory, GateContext context) {
        Rule rule = Rule.node(
                "LIB-2",
                "driver " + DRIVER_BRANCH + " or later",
                "update the driver; until then some readings are absent");
        return rule.on(inventory.driverVersion(), version -> {
            Matcher branch = BRANCH.matcher(version);
            if (!branch.matches()) {
                return rule.skip("driver version " + version + " has no branch number");
            }
            return Integer.parseInt(branch.group(1)) >= DRIVER_BRANCH ? rule.pass(version) : rule.warn(version);
        });
    }

    static GateResult count(GpuInventory inventory, GateContext context) {
        int expected = context.gpuCount().orElse(inventory.gpus().size());
        Rule rule = Rule.node(
                "INV-1",
                context.gpuCount().isPresent() ? gpus(expected) : "at least 1 GPU, all readable",
                "check the container's device list, and dmesg for a GPU that fell off the bus");
        List<String> unreadable = new ArrayList<>();
        for (GpuInfo gpu : inventory.gpus()) {
            gpu.identity()
                    .name()
                    .absentReason()
                    .ifPresent(reason -> unreadable.add("GPU " + gpu.index() + ": " + reason));
        }
        int seen = inventory.gpus().size();
        String found = unreadable.isEmpty() ? gpus(seen) : gpus(seen) + ", " + String.join(", ", unreadable);
        return rule.failUnless(seen > 0 && seen == expected && unreadable.isEmpty(), found);
    }

    private static String gpus(int count) {
        return count + (count == 1 ? " GPU" : " GPUs");
    }

    static GateResult sameFirmware(GpuInventory inventory, GateContext context) {
        Rule rule = Rule.node("INV-4", "one VBIOS on all GPUs", "bring all GPUs to one firmware");
        TreeSet<String> versions = new TreeSet<>();
        List<String> reasons = new ArrayList<>();
        for (GpuInfo gpu : inventory.gpus()) {
            gpu.identity().vbios().toOptional().ifPresent(versions::add);
            gpu.identity().vbios().absentReason().ifPresent(reasons::add);
        }
        if (versions.isEmpty()) {
            return rule.skip(reasons.isEmpty() ? "no GPU" : reasons.get(0));
        }
        String seen = String.join(", ", versions);
        return versions.size() == 1 ? rule.pass(seen) : rule.warn(seen);
    }

    static GateResult nvlinkPairs(GpuInventory inventory, GateContext context) {
        Rule rule = Rule.node(
                "NVL-3",
                "NVLink peer access in every pair",
                "check the fabric manager: systemctl status nvidia-fabricmanager");
        List<Integer> used = inventory.gpus().stream()
                .map(GpuInfo::index)
                .filter(context::uses)
                .toList();
        if (used.size() < 2) {
            return rule.skip("one GPU in use has no peer");
        }
        if (context.profile().isPresent() && context.profile().get().nvlinkLinks() == 0) {
            return rule.skip("this product has no NVLink");
        }
        return rule.on(inventory.topology(), topology -> pairs(rule, topology, used));
    }

    private static GateResult pairs(Rule rule, GpuTopology topology, List<Integer> used) {
        List<String> bad = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        for (int a : used) {
            for (int b : used) {
                Reading<String> cell = a < b ? topology.p2p().get(a).get(b) : Reading.of("OK");
                cell.toOptional()
                        .filter(status -> !Objects.equals(status, "OK"))
                        .ifPresent(status -> bad.add(String.format(Locale.ROOT, "%d-%d %s", a, b, status)));
                cell.absentReason().ifPresent(unread::add);
            }
        }
        int all = used.size() * (used.size() - 1) / 2;
        if (!bad.isEmpty()) {
            return rule.fail(bad.size() + " of " + all + " pairs: " + String.join(", ", bad));
        }
        return unread.isEmpty() ? rule.pass(all + " of " + all + " pairs") : rule.skip(unread.get(0));
    }
}
