package org.servedyno.probe.conformance;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuSample;

/** What must hold of what is seen while GPUs are watched. */
final class WatchChecks {
    private static final double PERCENT = 100;
    private static final double MOST = 1e15;

    private final GpuInventory inventory;
    private final Problems problems;
    private final Map<Integer, GpuSample> before = new HashMap<>();

    private WatchChecks(GpuInventory inventory, Problems problems) {
        this.inventory = inventory;
        this.problems = problems;
    }

    /**
     * What is wrong with it; empty when nothing is.
     *
     * @param inventory the node that was watched
     * @param looks one list of samples a look
     * @param events all that happened
     */
    static List<String> problems(
            GpuInventory inventory, List<List<GpuSample>> looks, List<GpuEvent> events, List<GpuOccupants> occupants) {
        Problems problems = new Problems();
        RecordWalk walk = new RecordWalk(problems);
        walk.look("samples", looks);
        walk.look("events", events);
        walk.look("occupants", occupants);
        WatchChecks checks = new WatchChecks(inventory, problems);
        looks.forEach(checks::look);
        checks.everyGpuIsSampled(looks, events);
        events.forEach(checks::event);
        checks.occupants(occupants);
        return problems.all();
    }

    private void look(List<GpuSample> samples) {
        Set<Integer> seen = new HashSet<>();
        for (GpuSample sample : samples) {
            String at = "sample of GPU " + sample.gpu();
            problems.unless(known(sample.gpu()), at, "there is no such GPU");
            problems.unless(seen.add(sample.gpu()), at, "twice in one look");
            values(at, sample);
            Optional.ofNullable(before.put(sample.gpu(), sample)).ifPresent(last -> since(at, last, sample));
        }
    }

    private boolean known(int gpu) {
        return gpu >= 0 && gpu < inventory.gpus().size();
    }

    private void values(String at, GpuSample sample) {
        for (Reading<Double> percent : List.of(
                sample.utilizationPercent(),
                sample.memoryUtilizationPercent(),
                sample.smActivePercent(),
                sample.tensorActivePercent(),
                sample.dramActivePercent())) {
            problems.between(at, percent, 0, PERCENT);
        }
        for (Reading<Double> rate : List.of(
                sample.pcieTxMiBps(),
                sample.pcieRxMiBps(),
                sample.nvlinkTxMiBps(),
                sample.nvlinkRxMiBps(),
                sample.energyJoules())) {
            problems.between(at, rate, 0, MOST);
        }
        problems.between(at + ".power", sample.powerWatts(), 0, InventoryChecks.MOST_WATTS);
        problems.between(at + ".memoryUsed", sample.memoryUsedMiB(), 0, MOST);
        if (known(sample.gpu())) {
            problems.ordered(
                    at + ".memoryUsed",
                    sample.memoryUsedMiB(),
                    inventory.gpus().get(sample.gpu()).memory().totalMiB());
        }
        for (Reading<Integer> temperature : List.of(sample.temperatureC(), sample.memoryTemperatureC())) {
            problems.between(at + ".temperature", temperature, InventoryChecks.COLDEST_C, InventoryChecks.HOTTEST_C);
        }
        for (Reading<Integer> mhz : List.of(sample.smMhz(), sample.memoryMhz())) {
            problems.between(at + ".clock", mhz, 0, InventoryChecks.MOST_MHZ);
        }
        problems.unless(sample.lateNs() == 0, at, "only a schedule knows lateness");
    }

    private void since(String at, GpuSample last, GpuSample sample) {
        problems.unless(sample.monotonicNs() > last.monotonicNs(), at, "is not later than the one before");
        problems.ordered(at + ".energy", last.energyJoules(), sample.energyJoules());
        problems.ordered(at + ".swThermalSlowdown", last.swThermalSlowdownNs(), sample.swThermalSlowdownNs());
        problems.ordered(at + ".hwThermalSlowdown", last.hwThermalSlowdownNs(), sample.hwThermalSlowdownNs());
        problems.ordered(at + ".powerBrake", last.powerBrakeNs(), sample.powerBrakeNs());
    }

    private void everyGpuIsSampled(List<List<GpuSample>> looks, List<GpuEvent> events) {
        Set<Integer> sampled =
                looks.stream().flatMap(List::stream).map(GpuSample::gpu).collect(Collectors.toSet());
        Set<Integer> explained = events.stream()
                .filter(event -> event.kind() == GpuEvent.Kind.LOST || event.kind() == GpuEvent.Kind.UNRESPONSIVE)
                .map(event -> event.gpu().orElse(-1))
                .collect(Collectors.toSet());
        for (GpuInfo gpu : inventory.gpus()) {
            boolean readable = gpu.identity().name().toOptional().isPresent();
            problems.unless(
                    !readable || sampled.contains(gpu.index()) || explained.contains(gpu.index()),
                    "GPU " + gpu.index(),
                    "was never sampled, and no event says why");
        }
    }

    private void event(GpuEvent event) {
        String at = "event " + event.kind();
        problems.unless(event.gpu().isEmpty() || known(event.gpu().getAsInt()), at, "of GPU " + event.gpu());
        problems.unless(event.kind() != GpuEvent.Kind.XID || event.data().isPresent(), at, "without its number");
    }

    private void occupants(List<GpuOccupants> all) {
        Set<Integer> seen = new HashSet<>();
        for (GpuOccupants one : all) {
            String at = "occupants of GPU " + one.gpu();
            problems.unless(known(one.gpu()), at, "there is no such GPU");
            problems.unless(seen.add(one.gpu()), at, "twice");
            problems.fits(
                    at,
                    one.processes(),
                    processes -> processes.stream().allMatch(process -> process.pid() > 0),
                    "a list of processes");
        }
        for (GpuInfo gpu : inventory.gpus()) {
            boolean readable = gpu.identity().name().toOptional().isPresent();
            problems.unless(!readable || seen.contains(gpu.index()), "occupants", "none of GPU " + gpu.index());
        }
    }

    /** The same GPUs under the same numbers. */
    static List<String> problems(GpuInventory earlier, GpuInventory later) {
        Problems problems = new Problems();
        problems.unless(
                Objects.equals(
                        earlier.gpus().stream().map(GpuInfo::index).toList(),
                        later.gpus().stream().map(GpuInfo::index).toList()),
                "inventory",
                "the second one has other GPUs");
        for (int i = 0; i < Math.min(earlier.gpus().size(), later.gpus().size()); i++) {
            GpuInfo now = later.gpus().get(i);
            boolean gone = now.identity().name().toOptional().isEmpty();
            problems.unless(
                    gone || now.uuid().equals(earlier.gpus().get(i).uuid()), "GPU " + i, "has become " + now.uuid());
        }
        return problems.all();
    }
}
