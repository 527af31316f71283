package org.servedyno.probe.gate.preflight;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.servedyno.probe.gate.Rule;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuTopology;
import org.servedyno.results.model.gpu.info.NvLinks.Lane;

/** Gates on the NVLinks and on who can be reached over them. */
final class LinkGates {
    private LinkGates() {}

    static GateResult active(GpuInfo gpu, Look look) {
        Reading<Integer> expected = look.expected(profile -> profile.nvlink().links());
        if (expected.toOptional().isEmpty()) {
            return Rule.gpu("NVL-1", gpu.index(), "all NVLinks active", "")
                    .skip(expected.absentReason().orElseThrow());
        }
        int links = expected.toOptional().get();
        Rule rule = Rule.gpu(
                "NVL-1",
                gpu.index(),
                links + " NVLinks active",
                "see nvidia-smi nvlink -s; a link that stays down needs a reset or a repair");
        return rule.on(gpu.nvlink().lanes(), lanes -> {
            String down = numbers(lanes, lane -> !isActive(lane));
            long up = lanes.stream().filter(LinkGates::isActive).count();
            String missing = lanes.size() < links ? ", " + lanes.size() + " present" : "";
            return rule.failUnless(
                    up >= links && down.isEmpty(),
                    up + " active" + missing + (down.isEmpty() ? "" : ", inactive: " + down) + version(lanes, look));
        });
    }

    /** NVML numbers the versions; another number than the product's is only noted, as it says nothing about the link's work. */
    private static String version(List<Lane> lanes, Look look) {
        Optional<Integer> expected =
                look.expected(profile -> profile.nvlink().version()).toOptional();
        return lanes.stream()
                .flatMap(lane -> lane.version().toOptional().stream())
                .filter(version -> expected.isPresent() && !version.equals(expected.get()))
                .findFirst()
                .map(version -> ", NVML's version number " + version + " instead of " + expected.orElseThrow())
                .orElse("");
    }

    private static boolean isActive(Lane lane) {
        return lane.active().toOptional().orElse(false);
    }

    private static String numbers(List<Lane> lanes, Predicate<Lane> which) {
        return lanes.stream()
                .filter(which)
                .map(lane -> String.valueOf(lane.link()))
                .collect(Collectors.joining(", "));
    }

    static GateResult speed(GpuInfo gpu, Look look) {
        Reading<Integer> expected = look.expected(profile -> profile.nvlink().leastMBps());
        if (expected.toOptional().isEmpty()) {
            return Rule.gpu("NVL-2", gpu.index(), "all NVLinks at full speed", "")
                    .skip(expected.absentReason().orElseThrow());
        }
        int leastMBps = expected.toOptional().get();
        Rule rule = Rule.gpu(
                "NVL-2",
                gpu.index(),
                "at least " + leastMBps + " MB/s on each NVLink",
                "see nvidia-smi nvlink -s; a link in a slower mode needs a reset");
        return rule.on(gpu.nvlink().lanes(), lanes -> {
            List<Lane> up = lanes.stream().filter(LinkGates::isActive).toList();
            List<Integer> speedsMBps = up.stream()
                    .flatMap(lane -> lane.speedMBps().toOptional().stream())
                    .sorted()
                    .toList();
            if (speedsMBps.isEmpty()) {
                return rule.skip(up.stream()
                        .flatMap(lane -> lane.speedMBps().absentReason().stream())
                        .findFirst()
                        .orElse("no link is active"));
            }
            String slow = numbers(
                    up,
                    lane -> lane.speedMBps()
                            .toOptional()
                            .filter(speedMBps -> speedMBps < leastMBps)
                            .isPresent());
            return rule.failUnless(
                    slow.isEmpty(),
                    speedsMBps.get(0) + " MB/s" + (slow.isEmpty() ? " or more" : " and more, slow: " + slow));
        });
    }

    static GateResult pairs(Look look) {
        Rule rule = Rule.node(
                "NVL-3",
                "NVLink peer access in every pair",
                "check the fabric manager: systemctl status nvidia-fabricmanager");
        List<Integer> used = look.used().stream().map(GpuInfo::index).toList();
        if (used.size() < 2) {
            return rule.skip("one GPU in use has no peer");
        }
        Reading<Integer> links = look.expected(profile -> profile.nvlink().links());
        if (look.context().profile().isPresent() && links.toOptional().isEmpty()) {
            return rule.skip(links.absentReason().orElseThrow());
        }
        if (look.context().profile().isEmpty() && look.used().stream().noneMatch(LinkGates::hasLinks)) {
            return rule.skip("no NVLink is active here");
        }
        return rule.on(look.inventory().topology(), topology -> pairs(rule, topology, used));
    }

    private static boolean hasLinks(GpuInfo gpu) {
        return gpu.nvlink().active().toOptional().orElse(0) > 0;
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

    static GateResult remoteType(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu(
                "NVL-4",
                gpu.index(),
                "an NVSwitch at the other end of each NVLink",
                "check that all NVSwitches are up: nvidia-smi nvlink -R, dmesg for SXid");
        Reading<Integer> switched = look.expected(profile -> profile.nvlink().switchedGpus());
        return rule.on(switched, boardGpus -> {
            if (look.inventory().gpus().size() < boardGpus) {
                return rule.skip("only boards of " + boardGpus + " GPUs have NVSwitches");
            }
            return rule.on(gpu.nvlink().lanes(), lanes -> remoteType(rule, gpu, lanes));
        });
    }

    private static GateResult remoteType(Rule rule, GpuInfo gpu, List<Lane> lanes) {
        boolean virtual = gpu.modes()
                .virtualization()
                .toOptional()
                .filter(mode -> !mode.equals("NONE"))
                .isPresent();
        List<String> types = lanes.stream()
                .filter(LinkGates::isActive)
                .flatMap(lane -> lane.remote().toOptional().stream())
                .distinct()
                .sorted()
                .toList();
        if (types.isEmpty()) {
            return rule.skip(lanes.stream()
                    .flatMap(lane -> lane.remote().absentReason().stream())
                    .findFirst()
                    .orElse("no link is active"));
        }
        boolean good = types.stream().allMatch(type -> type.equals("SWITCH") || (virtual && type.equals("UNKNOWN")));
        return rule.warnUnless(good, String.join(", ", types));
    }
}
