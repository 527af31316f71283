package org.servedyno.probe.nvml;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.facts.EccReader;
import org.servedyno.probe.nvml.facts.FabricReader;
import org.servedyno.probe.nvml.facts.IdentityReader;
import org.servedyno.probe.nvml.facts.LinkReader;
import org.servedyno.probe.nvml.facts.MemoryReader;
import org.servedyno.probe.nvml.facts.ModeReader;
import org.servedyno.probe.nvml.facts.PcieReader;
import org.servedyno.probe.nvml.facts.PowerReader;
import org.servedyno.probe.nvml.facts.ProcessReader;
import org.servedyno.probe.nvml.facts.StandingFields;
import org.servedyno.probe.nvml.watch.GpuWorker;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuProcess;
import org.servedyno.results.model.gpu.GpuTopology;
import org.servedyno.results.model.gpu.info.EccState;
import org.servedyno.results.model.gpu.info.FabricState;
import org.servedyno.results.model.gpu.info.GpuAffinity;
import org.servedyno.results.model.gpu.info.GpuClocks;
import org.servedyno.results.model.gpu.info.GpuIdentity;
import org.servedyno.results.model.gpu.info.GpuMemory;
import org.servedyno.results.model.gpu.info.GpuModes;
import org.servedyno.results.model.gpu.info.GpuRepair;
import org.servedyno.results.model.gpu.info.GpuThermals;
import org.servedyno.results.model.gpu.info.NvLinks;
import org.servedyno.results.model.gpu.info.PcieLink;
import org.servedyno.results.model.gpu.info.PowerLimits;
import org.servedyno.results.model.gpu.info.RowRemapping;

/** Reads the standing facts of every device, a group at a time, so that a call that hangs costs its group and what follows. */
final class NvmlInventory {
    /** A group takes milliseconds; the first call to a GPU may have to wake it up. */
    private static final Duration GROUP_LIMIT = Duration.ofSeconds(5);

    private final NvmlSession session;
    private final List<Reading<GpuWorker>> workers;

    NvmlInventory(NvmlSession session, List<Reading<GpuWorker>> workers) {
        this.session = session;
        this.workers = workers;
    }

    GpuInventory read() {
        ClockAnchor readAt = session.calls().now();
        List<GpuInfo> gpus = new ArrayList<>();
        for (int index = 0; index < workers.size(); index++) {
            Reading<GpuWorker> worker = workers.get(index);
            int at = index;
            gpus.add(worker.map(NvmlInventory::info)
                    .toOptional()
                    .orElseGet(() -> GpuInfo.unreadable(
                            at, unnamed(at), worker.absentReason().orElse("not read"))));
        }
        GpuTopology topology = NvmlTopology.of(workers, gpus);
        return new GpuInventory(
                "nvml " + session.calls().library(),
                false,
                readAt,
                session.driverVersion(),
                session.nvmlVersion(),
                session.cudaDriverVersion(),
                gpus.stream().map(this::unlessLost).toList(),
                Reading.of(topology));
    }

    /** What was read of a GPU before it was lost says nothing about it now. */
    private GpuInfo unlessLost(GpuInfo gpu) {
        return workers.get(gpu.index())
                .toOptional()
                .flatMap(GpuWorker::lostReason)
                .map(reason -> GpuInfo.unreadable(gpu.index(), gpu.uuid(), reason))
                .orElse(gpu);
    }

    private static GpuInfo info(GpuWorker worker) {
        int index = worker.gpu();
        String uuid = ask(worker, IdentityReader::uuid).toOptional().orElseGet(() -> unnamed(index));
        GpuIdentity identity = group(worker, IdentityReader::read, GpuIdentity::absent);
        StandingFields fields = group(worker, StandingFields::read, StandingFields::absent);
        return new GpuInfo(
                index,
                uuid,
                identity,
                group(worker, device -> new MemoryReader(device).read(), GpuMemory::absent),
                group(worker, EccReader::ecc, EccState::absent),
                group(worker, EccReader::remapping, RowRemapping::absent),
                group(worker, device -> PcieReader.link(device, fields), PcieLink::absent),
                group(worker, device -> LinkReader.read(device, fields.linkCount()), NvLinks::absent),
                group(worker, FabricReader::read, FabricState::absent),
                group(worker, ModeReader::modes, GpuModes::absent),
                group(worker, PowerReader::limits, PowerLimits::absent),
                group(worker, PowerReader::clocks, GpuClocks::absent),
                group(worker, device -> PowerReader.thermals(device, fields), GpuThermals::absent),
                group(worker, device -> PcieReader.affinity(device, identity.pciBusId()), GpuAffinity::absent),
                group(worker, device -> ModeReader.repair(device, fields.recoveryAction()), GpuRepair::absent),
                processes(worker));
    }

    static Reading<List<GpuProcess>> processes(GpuWorker worker) {
        return ask(worker, ProcessReader::read);
    }

    private static <T> Reading<T> ask(GpuWorker worker, Function<NvmlDevice, Reading<T>> reader) {
        return group(worker, reader, Reading::absent);
    }

    private static <G> G group(GpuWorker worker, Function<NvmlDevice, G> reader, Function<String, G> absent) {
        Reading<G> group = worker.ask(GROUP_LIMIT, reader);
        return group.toOptional()
                .orElseGet(() -> absent.apply(group.absentReason().orElse("not read")));
    }

    private static String unnamed(int index) {
        return "GPU " + index + " (no UUID)";
    }
}
