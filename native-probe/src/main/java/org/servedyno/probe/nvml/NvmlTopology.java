package org.servedyno.probe.nvml;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.servedyno.probe.nvml.call.Buffers;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.probe.nvml.watch.GpuWorker;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuTopology;
import org.servedyno.results.model.gpu.info.NvLinks;

/**
 * The matrices of {@code nvidia-smi topo -m} and {@code topo -p2p n}. Two GPUs count as joined by NVLink when the driver says that
 * they are peers over it: links that are up reach a switch, not a peer, and a switch may not be set up.
 */
final class NvmlTopology {
    private static final Duration PAIR_LIMIT = Duration.ofSeconds(5);
    private static final int P2P_NVLINK = 2;
    private static final Map<Integer, String> LEVELS =
            Map.of(0, "PSB", 10, "PIX", 20, "PXB", 30, "PHB", 40, "NODE", 50, "SYS");
    private static final Map<Integer, String> P2P_STATUS = Map.of(
            0, "OK",
            1, "CHIPSET_NOT_SUPPORTED",
            2, "GPU_NOT_SUPPORTED",
            3, "IOH_TOPOLOGY_NOT_SUPPORTED",
            4, "DISABLED_BY_REGKEY",
            5, "NOT_SUPPORTED",
            6, "UNKNOWN");

    private final List<Reading<GpuWorker>> workers;
    private final List<GpuInfo> gpus;

    private NvmlTopology(List<Reading<GpuWorker>> workers, List<GpuInfo> gpus) {
        this.workers = workers;
        this.gpus = gpus;
    }

    static GpuTopology of(List<Reading<GpuWorker>> workers, List<GpuInfo> gpus) {
        NvmlTopology topology = new NvmlTopology(workers, gpus);
        List<List<Reading<String>>> matrix = new ArrayList<>();
        List<List<Reading<String>>> p2p = new ArrayList<>();
        for (int row = 0; row < gpus.size(); row++) {
            List<Reading<String>> paths = new ArrayList<>();
            List<Reading<String>> peers = new ArrayList<>();
            for (int column = 0; column < gpus.size(); column++) {
                Reading<String> peer = row == column ? Reading.of("X") : topology.peer(row, column);
                peers.add(peer);
                paths.add(row == column ? Reading.of("X") : topology.path(row, column, peer));
            }
            matrix.add(paths);
            p2p.add(peers);
        }
        return new GpuTopology(matrix, p2p);
    }

    private Reading<String> peer(int a, int b) {
        String symbol = "nvmlDeviceGetP2PStatus";
        return pair(a, b, other -> device -> {
            ByteBuffer status = Buffers.of(Integer.BYTES);
            return word(device.callAbout(symbol, other, P2P_NVLINK, status), symbol, status, P2P_STATUS);
        });
    }

    private Reading<String> path(int a, int b, Reading<String> peer) {
        if (peer.toOptional().filter("OK"::equals).isPresent()) {
            long joined = nvlinks(gpus.get(a), gpus.get(b));
            if (joined > 0) {
                return Reading.of("NV" + joined);
            }
        }
        String symbol = "nvmlDeviceGetTopologyCommonAncestor";
        return pair(a, b, other -> device -> {
            ByteBuffer level = Buffers.of(Integer.BYTES);
            return word(device.callAbout(symbol, other, level), symbol, level, LEVELS);
        });
    }

    /** The active links of {@code a} that lead to {@code b}, or to a switch, which a virtual machine may not be shown. */
    private static long nvlinks(GpuInfo a, GpuInfo b) {
        List<NvLinks.Lane> active = a.nvlink().lanes().toOptional().orElse(List.of()).stream()
                .filter(lane -> lane.active().toOptional().orElse(false))
                .toList();
        long switched = active.stream()
                .filter(lane -> lane.remote()
                        .toOptional()
                        .filter(remote -> !remote.equals("GPU"))
                        .isPresent())
                .count();
        Optional<String> busId = b.identity().pciBusId().toOptional();
        return switched > 0
                ? switched
                : active.stream()
                        .filter(lane -> lane.remoteBusId().toOptional().equals(busId) && busId.isPresent())
                        .count();
    }

    private static Reading<String> word(
            NvmlReturn result, String symbol, ByteBuffer number, Map<Integer, String> words) {
        return result.ok()
                ? Reading.of(words.getOrDefault(number.getInt(0), String.valueOf(number.getInt(0))))
                : result.absent(symbol);
    }

    private Optional<GpuWorker> present(int gpu) {
        return workers.get(gpu)
                .toOptional()
                .filter(worker -> worker.lostReason().isEmpty());
    }

    private Reading<String> pair(int a, int b, Function<Long, Function<NvmlDevice, Reading<String>>> call) {
        Optional<GpuWorker> first = present(a);
        Optional<GpuWorker> second = present(b);
        if (first.isEmpty() || second.isEmpty()) {
            return Reading.absent("GPU " + (first.isEmpty() ? a : b) + " cannot be read");
        }
        Reading<Reading<String>> answer =
                first.get().ask(PAIR_LIMIT, call.apply(second.get().handle()));
        return answer.toOptional()
                .orElseGet(() -> Reading.absent(answer.absentReason().orElse("not read")));
    }
}
