package org.servedyno.probe.sim;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.servedyno.probe.gate.profile.HardwareProfile;
import org.servedyno.probe.sim.chip.ChipModel;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuProcess;
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

/**
 * The facts of one simulated GPU: a healthy one of its product.
 *
 * @param chip the product, and how it is simulated
 * @param index its index in the node
 * @param now what changes with the engine
 */
record SimulatedFacts(ChipModel chip, int index, SimulatedGpu.Standing now) {
    static final String NOT_SIMULATED = "not simulated";

    private static final List<String> SLOTS = List.of("19", "3B", "4C", "5D", "9B", "BB", "CB", "DB");
    private static final int GPUS_PER_SOCKET = 4;

    GpuInfo info() {
        return new GpuInfo(
                index,
                String.format(Locale.ROOT, "GPU-51301a7e-d000-4000-8000-%012x", index),
                identity(),
                memory(),
                new EccState(
                        Reading.of(true),
                        Reading.of(true),
                        Reading.of(0L),
                        Reading.of(0L),
                        Reading.of(0L),
                        Reading.of(0L),
                        Reading.of(false)),
                new RowRemapping(
                        Reading.of(0), Reading.of(0), Reading.of(false), Reading.of(false), none(), Reading.of(0)),
                pcie(),
                links(),
                fabric(),
                new GpuModes(
                        Reading.of(false),
                        Reading.of(false),
                        Reading.of(true),
                        Reading.of("DEFAULT"),
                        Reading.of("NONE")),
                power(),
                clocks(),
                thermals(),
                new GpuAffinity(Reading.of(index / GPUS_PER_SOCKET % 2), none()),
                new GpuRepair(Reading.of("none"), Reading.of(true)),
                Reading.of(
                        now.pid() == 0
                                ? List.of()
                                : List.of(new GpuProcess(now.pid(), "compute", Reading.of(now.memoryUsedMiB())))));
    }

    private HardwareProfile facts() {
        return chip.facts();
    }

    private static <T> Reading<T> none() {
        return Reading.absent(NOT_SIMULATED);
    }

    private GpuIdentity identity() {
        int board = index / SLOTS.size();
        return new GpuIdentity(
                Reading.of(facts().productName()),
                Reading.of(String.format(Locale.ROOT, "%08X:%s:00.0", board, SLOTS.get(index % SLOTS.size()))),
                Reading.of(facts().pciDeviceId()),
                facts().pciSubsystemIds().map(ids -> ids.iterator().next()),
                none(),
                none(),
                Reading.of(chip.vbios()),
                none(),
                Reading.of(index),
                none(),
                facts().architecture(),
                none(),
                facts().cores());
    }

    private GpuMemory memory() {
        return new GpuMemory(
                Reading.of(chip.memoryTotalMiB()),
                Reading.of(chip.memoryReservedMiB()),
                Reading.of(now.memoryUsedMiB()),
                Reading.of(chip.memoryTotalMiB() - chip.memoryReservedMiB() - now.memoryUsedMiB()),
                facts().memory().busBits(),
                none(),
                none());
    }

    private PcieLink pcie() {
        return new PcieLink(
                facts().pcie().generation(),
                facts().pcie().width(),
                facts().pcie().generation(),
                facts().pcie().width(),
                Reading.of(0L),
                Reading.of(0L),
                Reading.of(0L));
    }

    private NvLinks links() {
        return new NvLinks(
                facts().nvlink().links(),
                facts().nvlink()
                        .links()
                        .map(links ->
                                IntStream.range(0, links).mapToObj(this::lane).toList()));
    }

    private NvLinks.Lane lane(int link) {
        return new NvLinks.Lane(
                link,
                Reading.of(true),
                facts().nvlink().version(),
                Reading.of("SWITCH"),
                none(),
                facts().nvlink().leastMBps(),
                Reading.of(0L),
                Reading.of(0L),
                Reading.of(0L));
    }

    /** A chip of the time before fabric managers could be asked answers "not supported"; an H100 gives no health summary. */
    private FabricState fabric() {
        boolean asked = facts().nvlink().fabric().toOptional().orElse(false);
        if (!asked) {
            return new FabricState(Reading.of("not supported"), none(), none(), none(), none(), none());
        }
        return new FabricState(
                Reading.of("completed"),
                Reading.of("NVML_SUCCESS"),
                Reading.of("00".repeat(16)),
                Reading.of(0L),
                Reading.of(0L),
                Reading.of("not supported"));
    }

    private PowerLimits power() {
        double limitWatts = chip.powerLimitWatts();
        return new PowerLimits(Reading.of(limitWatts), Reading.of(limitWatts), Reading.of(limitWatts), none(), none());
    }

    private GpuClocks clocks() {
        return new GpuClocks(
                facts().clocks().smMaxMhz(),
                facts().clocks().memoryMaxMhz(),
                facts().clocks().smMaxMhz(),
                none(),
                none(),
                facts().clocks().memoryMaxMhz(),
                none(),
                Reading.of(0));
    }

    private GpuThermals thermals() {
        return new GpuThermals(
                Reading.of(now.temperatureC()),
                none(),
                facts().thermals().maxOperatingC().map(mostC -> mostC - now.temperatureC()),
                facts().thermals().maxOperatingC().map(mostC -> mostC - chip.slowdownC()),
                none(),
                facts().thermals().slowdownC(),
                none());
    }
}
