package org.servedyno.probe.conformance;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuProcess;
import org.servedyno.results.model.gpu.info.EccState;
import org.servedyno.results.model.gpu.info.FabricState;
import org.servedyno.results.model.gpu.info.GpuClocks;
import org.servedyno.results.model.gpu.info.GpuMemory;
import org.servedyno.results.model.gpu.info.GpuThermals;
import org.servedyno.results.model.gpu.info.NvLinks;
import org.servedyno.results.model.gpu.info.PcieLink;
import org.servedyno.results.model.gpu.info.PowerLimits;
import org.servedyno.results.model.gpu.info.RowRemapping;

/** What must hold of any inventory, whatever library it was read through and whatever state the GPUs are in. */
final class InventoryChecks {
    static final int MOST_WATTS = 5000;
    static final int MOST_MHZ = 20_000;
    static final int COLDEST_C = -50;
    static final int HOTTEST_C = 150;

    private static final double MOST_COUNTED = 1L << 53;
    private static final int MOST_MARGIN_C = 150;
    private static final int MOST_P_STATE = 15;
    private static final int NEWEST_PCIE = 8;
    private static final int WIDEST_PCIE = 32;

    /** The total is shown in whole MiB, its parts are not. */
    private static final double ROUNDING_MIB = 1;

    private static final Pattern UUID =
            Pattern.compile("(GPU|MIG)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    private static final Pattern BUS_ID = Pattern.compile("[0-9A-F]{8}:[0-9A-F]{2}:[0-9A-F]{2}\\.[0-7]");
    private static final Pattern CPUS = Pattern.compile("\\d+(-\\d+)?(,\\d+(-\\d+)?)*");
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");
    private static final Pattern CLUSTER = Pattern.compile("[0-9a-f]{32}");

    /** A word, or the number of one that came after this build. */
    private static final Pattern FABRIC_STATE = Pattern.compile("not supported|not started|in progress|completed|\\d+");

    private static final Pattern FABRIC_HEALTH = Pattern.compile("not supported|healthy|unhealthy|limited|\\d+");
    private static final Pattern REMOTE = Pattern.compile("GPU|SWITCH|IBMNPU|UNKNOWN|\\d+");
    private static final Pattern COMPUTE_MODE = Pattern.compile("DEFAULT|PROHIBITED|EXCLUSIVE_PROCESS|\\d+");
    private static final Pattern RECOVERY = Pattern.compile("none|reset|reboot|drain-p2p|drain\\+reset|imex|\\d+");

    private final Problems problems;

    private InventoryChecks(Problems problems) {
        this.problems = problems;
    }

    /** What is wrong with it; empty when nothing is. */
    static List<String> problems(GpuInventory inventory) {
        Problems problems = new Problems();
        new RecordWalk(problems).look("inventory", inventory);
        InventoryChecks checks = new InventoryChecks(problems);
        checks.node(inventory);
        inventory.gpus().forEach(checks::gpu);
        TopologyChecks.look(inventory, problems);
        return problems.all();
    }

    private void node(GpuInventory inventory) {
        problems.matches("driverVersion", inventory.driverVersion(), VERSION);
        problems.matches("nvmlVersion", inventory.nvmlVersion(), VERSION);
        problems.matches("cudaDriverVersion", inventory.cudaDriverVersion(), VERSION);
        problems.unless(!inventory.gpus().isEmpty(), "gpus", "none");
        Set<String> uuids = new HashSet<>();
        Set<String> busIds = new HashSet<>();
        for (int i = 0; i < inventory.gpus().size(); i++) {
            GpuInfo gpu = inventory.gpus().get(i);
            problems.unless(gpu.index() == i, "gpus[" + i + "]", "has index " + gpu.index());
            problems.unless(uuids.add(gpu.uuid()), at(gpu) + ".uuid", "two GPUs are " + gpu.uuid());
            problems.fits(at(gpu) + ".pciBusId", gpu.identity().pciBusId(), busIds::add, "the address of one GPU only");
        }
    }

    private static String at(GpuInfo gpu) {
        return "GPU " + gpu.index();
    }

    private void gpu(GpuInfo gpu) {
        String at = at(gpu);
        String placeholder = "GPU " + gpu.index() + " (no UUID)";
        problems.unless(
                UUID.matcher(gpu.uuid()).matches() || gpu.uuid().equals(placeholder),
                at + ".uuid",
                gpu.uuid() + " is not of the form " + UUID);
        problems.matches(at + ".pciBusId", gpu.identity().pciBusId(), BUS_ID);
        problems.matches(at + ".computeCapability", gpu.identity().computeCapability(), VERSION);
        problems.between(at + ".cores", gpu.identity().cores(), 1, MOST_COUNTED);
        memory(at + ".memory", gpu.memory());
        ecc(at + ".ecc", gpu.ecc());
        remapping(at + ".remapping", gpu.remapping());
        pcie(at + ".pcie", gpu.pcie());
        nvlink(at + ".nvlink", gpu.nvlink());
        fabric(at + ".fabric", gpu.fabric());
        problems.matches(at + ".computeMode", gpu.modes().computeMode(), COMPUTE_MODE);
        power(at + ".power", gpu.power());
        clocks(at + ".clocks", gpu.clocks());
        thermals(at + ".thermals", gpu.thermals());
        problems.matches(at + ".cpus", gpu.affinity().cpus(), CPUS);
        problems.matches(at + ".recoveryAction", gpu.repair().recoveryAction(), RECOVERY);
        gpu.processes()
                .toOptional()
                .ifPresent(all -> processes(at + ".processes", all, gpu.memory().totalMiB()));
    }

    private void memory(String at, GpuMemory memory) {
        problems.between(at + ".total", memory.totalMiB(), 1, MOST_COUNTED);
        for (Reading<Double> part : List.of(memory.reservedMiB(), memory.usedMiB(), memory.freeMiB())) {
            problems.between(at, part, 0, MOST_COUNTED);
            problems.ordered(at, part, memory.totalMiB().map(total -> total + ROUNDING_MIB));
        }
        problems.fits(
                at,
                memory.totalMiB(),
                total -> sum(memory).toOptional().stream().allMatch(sum -> Math.abs(sum - total) <= ROUNDING_MIB),
                "the sum of reserved, used and free, "
                        + sum(memory).toOptional().orElse(0.0));
        problems.between(at + ".bar1Used", memory.bar1UsedMiB(), 0, MOST_COUNTED);
        problems.ordered(at + ".bar1Used", memory.bar1UsedMiB(), memory.bar1TotalMiB());
        problems.between(at + ".busWidth", memory.busWidthBits(), 1, MOST_MHZ);
    }

    private static Reading<Double> sum(GpuMemory memory) {
        return memory.reservedMiB()
                .toOptional()
                .flatMap(reserved -> memory.usedMiB()
                        .toOptional()
                        .flatMap(used -> memory.freeMiB().toOptional().map(free -> Reading.of(reserved + used + free))))
                .orElseGet(() -> Reading.absent("a part is absent"));
    }

    private void ecc(String at, EccState ecc) {
        for (Reading<Long> count : List.of(
                ecc.volatileUncorrected(),
                ecc.aggregateUncorrected(),
                ecc.volatileSramCorrected(),
                ecc.volatileDramCorrected())) {
            problems.between(at, count, 0, MOST_COUNTED);
        }
    }

    private void remapping(String at, RowRemapping rows) {
        for (Reading<Integer> count :
                List.of(rows.correctable(), rows.uncorrectable(), rows.banksFull(), rows.banksExhausted())) {
            problems.between(at, count, 0, MOST_COUNTED);
        }
    }

    private void pcie(String at, PcieLink pcie) {
        problems.between(at + ".generation", pcie.generation(), 1, NEWEST_PCIE);
        problems.ordered(at + ".generation", pcie.generation(), pcie.maxGeneration());
        problems.between(at + ".width", pcie.width(), 1, WIDEST_PCIE);
        problems.ordered(at + ".width", pcie.width(), pcie.maxWidth());
        for (Reading<Long> count : List.of(pcie.replays(), pcie.fatalErrors(), pcie.nonFatalErrors())) {
            problems.between(at, count, 0, MOST_COUNTED);
        }
    }

    private void nvlink(String at, NvLinks links) {
        problems.between(at + ".count", links.count(), 0, MOST_COUNTED);
        List<NvLinks.Lane> lanes = links.lanes().toOptional().orElse(List.of());
        problems.ordered(at + ".active", links.active(), links.count());
        if (links.lanes().toOptional().isPresent()) {
            problems.fits(
                    at + ".lanes",
                    links.count(),
                    count -> count == lanes.size(),
                    "the number of lanes, " + lanes.size());
        }
        for (int i = 0; i < lanes.size(); i++) {
            NvLinks.Lane lane = lanes.get(i);
            String one = at + ".lanes[" + i + "]";
            problems.unless(lane.link() == i, one, "is link " + lane.link());
            problems.between(one + ".version", lane.version(), 1, MOST_COUNTED);
            problems.matches(one + ".remote", lane.remote(), REMOTE);
            problems.matches(one + ".remoteBusId", lane.remoteBusId(), BUS_ID);
            problems.between(one + ".speed", lane.speedMBps(), 1, MOST_COUNTED);
            problems.between(one + ".replayErrors", lane.replayErrors(), 0, MOST_COUNTED);
            problems.between(one + ".recoveryErrors", lane.recoveryErrors(), 0, MOST_COUNTED);
            problems.between(one + ".crcErrors", lane.crcErrors(), 0, MOST_COUNTED);
        }
    }

    private void fabric(String at, FabricState fabric) {
        problems.matches(at + ".state", fabric.state(), FABRIC_STATE);
        problems.matches(at + ".healthSummary", fabric.healthSummary(), FABRIC_HEALTH);
        problems.matches(at + ".clusterUuid", fabric.clusterUuid(), CLUSTER);
        boolean set = fabric.state().toOptional().filter("completed"::equals).isPresent();
        problems.unless(
                set || fabric.status().toOptional().isEmpty(), at + ".status", "has a value before the set-up is over");
    }

    private void power(String at, PowerLimits power) {
        for (Reading<Double> watts : List.of(
                power.enforcedWatts(),
                power.requestedWatts(),
                power.defaultWatts(),
                power.minWatts(),
                power.maxWatts())) {
            problems.between(at, watts, 1, MOST_WATTS);
        }
        problems.ordered(at + ".default", power.minWatts(), power.defaultWatts());
        problems.ordered(at + ".default", power.defaultWatts(), power.maxWatts());
        problems.ordered(at + ".enforced", power.enforcedWatts(), power.requestedWatts());
    }

    private void clocks(String at, GpuClocks clocks) {
        for (Reading<Integer> mhz : List.of(
                clocks.smMaxMhz(),
                clocks.memoryMaxMhz(),
                clocks.graphicsMaxMhz(),
                clocks.videoMaxMhz(),
                clocks.smMhz(),
                clocks.memoryMhz())) {
            problems.between(at, mhz, 0, MOST_MHZ);
        }
        problems.ordered(at + ".sm", clocks.smMhz(), clocks.smMaxMhz());
        problems.ordered(at + ".memory", clocks.memoryMhz(), clocks.memoryMaxMhz());
        problems.between(at + ".performanceState", clocks.performanceState(), 0, MOST_P_STATE);
    }

    private void thermals(String at, GpuThermals thermals) {
        for (Reading<Integer> temperature : List.of(
                thermals.temperatureC(), thermals.memoryTemperatureC(), thermals.slowdownC(), thermals.shutdownC())) {
            problems.between(at, temperature, COLDEST_C, HOTTEST_C);
        }
        for (Reading<Integer> margin :
                List.of(thermals.marginC(), thermals.slowdownOffsetC(), thermals.shutdownOffsetC())) {
            problems.between(at + ".margin", margin, -MOST_MARGIN_C, MOST_MARGIN_C);
        }
        problems.ordered(at + ".slowdown", thermals.slowdownC(), thermals.shutdownC());
        problems.ordered(at + ".offset", thermals.shutdownOffsetC(), thermals.slowdownOffsetC());
    }

    private void processes(String at, List<GpuProcess> processes, Reading<Double> totalMiB) {
        for (GpuProcess process : processes) {
            problems.unless(process.pid() > 0, at, "pid " + process.pid());
            problems.unless(Set.of("compute", "graphics", "mps").contains(process.kind()), at, process.kind());
            problems.between(at, process.usedMiB(), 0, MOST_COUNTED);
            problems.ordered(at, process.usedMiB(), totalMiB);
        }
    }
}
