package org.servedyno.probe.nvml;

import com.sun.jna.Memory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuTopology;

/** The matrices of {@code nvidia-smi topo -m} and {@code topo -p2p n}. */
final class NvmlTopology {
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

    private final List<Reading<NvmlDevice>> devices;
    private final List<Optional<NvmlLinks>> links;

    private NvmlTopology(List<Reading<NvmlDevice>> devices) {
        this.devices = devices;
        this.links = devices.stream()
                .map(device -> device.toOptional()
                        .flatMap(present -> NvmlLinks.of(present).toOptional()))
                .toList();
    }

    static GpuTopology of(List<Reading<NvmlDevice>> devices) {
        NvmlTopology topology = new NvmlTopology(devices);
        List<List<Reading<String>>> matrix = new ArrayList<>();
        List<List<Reading<String>>> p2p = new ArrayList<>();
        for (int row = 0; row < devices.size(); row++) {
            List<Reading<String>> paths = new ArrayList<>();
            List<Reading<String>> peers = new ArrayList<>();
            for (int column = 0; column < devices.size(); column++) {
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
        return pair(
                a,
                b,
                "nvmlDeviceGetP2PStatus",
                (symbol, first, second, out) ->
                        first.library().call(symbol, first.handle(), second.handle(), P2P_NVLINK, out),
                P2P_STATUS);
    }

    private Reading<String> path(int a, int b, Reading<String> peer) {
        if (peer.toOptional().filter("OK"::equals).isPresent()) {
            int joined = nvlinks(a, b);
            if (joined > 0) {
                return Reading.of("NV" + joined);
            }
        }
        return pair(
                a,
                b,
                "nvmlDeviceGetTopologyCommonAncestor",
                (symbol, first, second, out) -> first.library().call(symbol, first.handle(), second.handle(), out),
                LEVELS);
    }

    private int nvlinks(int a, int b) {
        Optional<String> busId = devices.get(b)
                .toOptional()
                .flatMap(device -> device.pci().busId().toOptional());
        return links.get(a).flatMap(own -> busId.map(own::to)).orElse(0);
    }

    @FunctionalInterface
    private interface PairCall {
        NvmlReturn call(String symbol, NvmlDevice first, NvmlDevice second, Memory out);
    }

    private Reading<String> pair(int a, int b, String symbol, PairCall call, Map<Integer, String> names) {
        Optional<NvmlDevice> first = devices.get(a).toOptional();
        Optional<NvmlDevice> second = devices.get(b).toOptional();
        if (first.isEmpty() || second.isEmpty()) {
            return Reading.absent("GPU " + (first.isEmpty() ? a : b) + " cannot be read");
        }
        Memory out = new Memory(Integer.BYTES);
        NvmlReturn result = call.call(symbol, first.get(), second.get(), out);
        return result.ok()
                ? Reading.of(names.getOrDefault(out.getInt(0), String.valueOf(out.getInt(0))))
                : result.absent(symbol);
    }
}
