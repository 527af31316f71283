package org.servedyno.probe.gate.preflight;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.CudaInventory.Answer;
import org.servedyno.results.model.gpu.CudaInventory.Bandwidth;
import org.servedyno.results.model.gpu.CudaInventory.Deep;
import org.servedyno.results.model.gpu.CudaInventory.Device;
import org.servedyno.results.model.gpu.CudaInventory.DeviceSpeed;
import org.servedyno.results.model.gpu.CudaInventory.Fault;
import org.servedyno.results.model.gpu.CudaInventory.PeerSpeed;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;

/** What CUDA might say of a node. CUDA's order is NVML's backwards, so that no test passes by position. */
final class CudaAnswers {
    private CudaAnswers() {}

    static CudaInventory of(GpuInventory inventory, int multiprocessors) {
        List<Device> devices = new ArrayList<>();
        for (int i = inventory.gpus().size() - 1; i >= 0; i--) {
            devices.add(device(devices.size(), inventory.gpus().get(i), multiprocessors));
        }
        return showing(devices, Reading.absent("CUDA_VISIBLE_DEVICES is not set"));
    }

    static CudaInventory showing(List<Device> devices, Reading<String> visibleDevices) {
        return new CudaInventory(
                Reading.of("/usr/lib/libcuda.so.1"),
                Reading.of(new Answer(0, "CUDA_SUCCESS")),
                Reading.of("12.4"),
                "12.6",
                visibleDevices,
                devices,
                List.of(),
                Reading.absent("not asked for"),
                Optional.empty());
    }

    private static Device device(int ordinal, GpuInfo gpu, int multiprocessors) {
        Reading<Integer> none = Reading.absent("not read");
        return new Device(
                ordinal,
                Reading.of(gpu.uuid()),
                gpu.identity().pciBusId(),
                gpu.identity().name(),
                gpu.memory().totalMiB(),
                Reading.of(multiprocessors),
                Reading.of("9.0"),
                none,
                none,
                none,
                none,
                Reading.of(true),
                Reading.of("DEFAULT"));
    }

    static CudaInventory failing(int code, String name, Fault.Kind kind) {
        return new CudaInventory(
                        Reading.of("/usr/lib/libcuda.so.1"),
                        Reading.of(new Answer(code, name)),
                        Reading.absent("cuInit failed"),
                        "12.6",
                        Reading.absent("CUDA_VISIBLE_DEVICES is not set"),
                        List.of(),
                        List.of(),
                        Reading.absent("cuInit failed"),
                        Optional.empty())
                .withFault(new Fault(kind, List.of("cuInit"), name + " (" + code + ")", "mend it"));
    }

    /** Measured speeds of every device and from it to the next one. */
    static Deep deep(int devices, double hostGBps, double deviceGBps, double peerGBps) {
        List<DeviceSpeed> speeds = new ArrayList<>();
        List<PeerSpeed> peers = new ArrayList<>();
        for (int i = 0; i < devices; i++) {
            speeds.add(new DeviceSpeed(
                    i,
                    bandwidth(hostGBps),
                    bandwidth(hostGBps),
                    bandwidth(deviceGBps),
                    Reading.absent("not run"),
                    Reading.absent("not watched")));
            peers.add(new PeerSpeed(i, (i + 1) % devices, bandwidth(peerGBps)));
        }
        return new Deep(speeds, peers);
    }

    private static Reading<Bandwidth> bandwidth(double medianGBps) {
        return Reading.of(new Bandwidth(medianGBps, medianGBps, medianGBps, 5, 256));
    }
}
