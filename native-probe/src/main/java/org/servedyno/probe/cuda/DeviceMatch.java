package org.servedyno.probe.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.servedyno.probe.cuda.driver.PciAddress;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.CudaInventory.Device;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;

/**
 * Which of NVML's GPUs is which of CUDA's devices: by UUID, else by PCI address, never by number, as both count in orders of their own.
 *
 * @param pairs by CUDA's ordinal
 * @param nvmlOnly NVML's indices of GPUs that CUDA does not show
 * @param cudaOnly CUDA's ordinals of devices that NVML does not show
 */
public record DeviceMatch(List<Pair> pairs, List<Integer> nvmlOnly, List<Integer> cudaOnly) {
    public DeviceMatch {
        pairs = List.copyOf(pairs);
        nvmlOnly = List.copyOf(nvmlOnly);
        cudaOnly = List.copyOf(cudaOnly);
    }

    /**
     * One GPU.
     *
     * @param gpu NVML's index
     * @param ordinal CUDA's
     */
    public record Pair(int gpu, int ordinal) {}

    /** Matches the two. */
    public static DeviceMatch of(GpuInventory nvml, CudaInventory cuda) {
        List<Pair> pairs = new ArrayList<>();
        List<Integer> cudaOnly = new ArrayList<>();
        List<Integer> nvmlOnly = new ArrayList<>();
        nvml.gpus().forEach(gpu -> nvmlOnly.add(gpu.index()));
        for (Device device : cuda.devices()) {
            Optional<GpuInfo> gpu = nvml.gpus().stream()
                    .filter(candidate -> nvmlOnly.contains(candidate.index()) && same(candidate, device))
                    .findFirst();
            gpu.ifPresentOrElse(
                    found -> {
                        pairs.add(new Pair(found.index(), device.ordinal()));
                        nvmlOnly.remove((Integer) found.index());
                    },
                    () -> cudaOnly.add(device.ordinal()));
        }
        return new DeviceMatch(pairs, nvmlOnly, cudaOnly);
    }

    private static boolean same(GpuInfo gpu, Device device) {
        Optional<String> uuid = device.uuid().toOptional();
        boolean bothKnown = uuid.isPresent() && gpu.uuid().startsWith("GPU-");
        if (bothKnown) {
            return gpu.uuid().equalsIgnoreCase(uuid.get());
        }
        Optional<String> address = normal(device.pciBusId());
        return address.isPresent() && address.equals(normal(gpu.identity().pciBusId()));
    }

    private static Optional<String> normal(Reading<String> address) {
        return address.toOptional().flatMap(PciAddress::normal);
    }

    /** NVML's index of CUDA's device. */
    public Optional<Integer> gpuOf(int ordinal) {
        return pairs.stream()
                .filter(pair -> pair.ordinal() == ordinal)
                .map(Pair::gpu)
                .findFirst();
    }
}
