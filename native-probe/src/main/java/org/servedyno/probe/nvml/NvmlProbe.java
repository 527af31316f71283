package org.servedyno.probe.nvml;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuSample;

/** The probe of real GPUs. */
public final class NvmlProbe implements GpuProbe {
    private static final int CLOCK_SM = 1;
    private static final int CLOCK_MEMORY = 2;
    private static final String NO_GPM = "activity counters (GPM) are not read by this version";

    private final NvmlSession session;
    private final List<Reading<NvmlDevice>> devices;

    private NvmlProbe(NvmlSession session) {
        this.session = session;
        this.devices = IntStream.range(0, session.deviceCount())
                .mapToObj(session::device)
                .toList();
    }

    /**
     * Loads NVML and starts it.
     *
     * @param library the library to load; empty takes the environment's or the usual names
     * @throws ProbeUnavailableException if it does not load or start, or shows no GPU
     */
    public static NvmlProbe open(Optional<Path> library) throws ProbeUnavailableException {
        return open(library, System.getenv());
    }

    static NvmlProbe open(Optional<Path> library, Map<String, String> environment) throws ProbeUnavailableException {
        return new NvmlProbe(NvmlSession.open(library, environment));
    }

    @Override
    public GpuInventory inventory() {
        return new NvmlInventory(session, new NumaNodes()).read(devices);
    }

    @Override
    public List<GpuSample> sample() {
        List<GpuSample> samples = new ArrayList<>();
        for (Reading<NvmlDevice> device : devices) {
            device.map(NvmlProbe::sample).toOptional().ifPresent(samples::add);
        }
        return List.copyOf(samples);
    }

    private static GpuSample sample(NvmlDevice device) {
        long beforeNs = System.nanoTime();
        Reading<Double> utilization = device.utilizationPercent();
        Reading<Double> used = device.memory().usedMiB();
        Reading<Double> power = device.watts("nvmlDeviceGetPowerUsage");
        Reading<Double> energy = device.energyJoules();
        Reading<Integer> temperature = device.temperatureC();
        Reading<Integer> smMhz = device.number("nvmlDeviceGetClockInfo", CLOCK_SM);
        Reading<Integer> memoryMhz = device.number("nvmlDeviceGetClockInfo", CLOCK_MEMORY);
        Reading<Long> reasons = device.eventReasons();
        long afterNs = System.nanoTime();
        return GpuSample.of(beforeNs + (afterNs - beforeNs) / 2, device.index(), "not read by this version")
                .utilizationPercent(utilization)
                .memoryUsedMiB(used)
                .powerWatts(power)
                .energyJoules(energy)
                .temperatureC(temperature)
                .smMhz(smMhz)
                .memoryMhz(memoryMhz)
                .eventReasons(reasons)
                .smActivePercent(Reading.absent(NO_GPM))
                .tensorActivePercent(Reading.absent(NO_GPM))
                .dramActivePercent(Reading.absent(NO_GPM))
                .pcieTxMiBps(Reading.absent(NO_GPM))
                .pcieRxMiBps(Reading.absent(NO_GPM))
                .build();
    }

    @Override
    public List<GpuEvent> events() {
        return List.of();
    }

    @Override
    public List<GpuOccupants> occupants() {
        return devices.stream()
                .flatMap(device -> device.toOptional().stream())
                .map(device -> new GpuOccupants(System.nanoTime(), device.index(), NvmlProcesses.of(device)))
                .toList();
    }

    @Override
    public void close() {
        session.close();
    }
}
