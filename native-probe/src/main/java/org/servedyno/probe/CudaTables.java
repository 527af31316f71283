package org.servedyno.probe;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.servedyno.probe.TextTable.Column;
import org.servedyno.probe.cuda.DeviceMatch;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.CudaInventory.Bandwidth;
import org.servedyno.results.model.gpu.CudaInventory.Compute;
import org.servedyno.results.model.gpu.CudaInventory.Deep;
import org.servedyno.results.model.gpu.CudaInventory.DeviceSpeed;
import org.servedyno.results.model.gpu.CudaInventory.Peer;
import org.servedyno.results.model.gpu.CudaInventory.PeerSpeed;
import org.servedyno.results.model.gpu.CudaInventory.WatchedClock;
import org.servedyno.results.model.gpu.GpuInventory;

/** What CUDA's driver says, and what was measured through it, by NVML's numbers of the GPUs. */
final class CudaTables {
    private static final int PEERS_A_ROW = 8;

    private final GpuInventory nvml;
    private final CudaInventory cuda;
    private final DeviceMatch match;

    CudaTables(GpuInventory nvml, CudaInventory cuda) {
        this.nvml = nvml;
        this.cuda = cuda;
        this.match = DeviceMatch.of(nvml, cuda);
    }

    String text() {
        List<String> paragraphs = new ArrayList<>();
        paragraphs.add("CUDA: driver " + text(cuda.driverVersion()) + ", binding " + cuda.bindingVersion()
                + ", library " + text(cuda.library()));
        paragraphs.add(otherVersion());
        cuda.fault()
                .ifPresent(fault -> paragraphs.add(
                        "CUDA fails: " + fault.seen() + " (tried " + String.join(", ", fault.tried()) + ")"));
        if (!cuda.devices().isEmpty()) {
            paragraphs.add(devices());
            paragraphs.add(peers());
        }
        String facts = paragraphs.stream()
                .filter(paragraph -> !paragraph.isEmpty())
                .map(CudaTables::wrapped)
                .collect(Collectors.joining());
        return facts + cuda.deep().toOptional().map(deep -> "\n" + deep(deep)).orElse("");
    }

    /** Both speak for one driver, unless libcuda is a newer one put before it, which is allowed, or one of another driver. */
    private String otherVersion() {
        Optional<String> byNvml = nvml.cudaDriverVersion().toOptional();
        Optional<String> byCuda = cuda.driverVersion().toOptional();
        return byNvml.isEmpty() || byCuda.isEmpty() || byNvml.equals(byCuda)
                ? ""
                : "NVML says CUDA " + byNvml.get()
                        + ": this libcuda is a compatibility library, or belongs to another driver";
    }

    private static String wrapped(String paragraph) {
        return String.join("\n", TextTable.wrap(paragraph, TextTable.PAGE_COLUMNS)) + "\n";
    }

    private static String text(Reading<String> reading) {
        return reading.toOptional()
                .orElseGet(() -> "n/a (" + reading.absentReason().orElse("not read") + ")");
    }

    private String devices() {
        boolean sameOrder = match.cudaOnly().isEmpty()
                && match.nvmlOnly().isEmpty()
                && match.pairs().stream().allMatch(pair -> pair.gpu() == pair.ordinal());
        String count = count(cuda.devices().size(), "device");
        if (sameOrder) {
            return count + ", in NVML's order";
        }
        String order = match.pairs().stream()
                .map(pair -> "CUDA " + pair.ordinal() + " is GPU " + pair.gpu())
                .collect(Collectors.joining(", "));
        return count
                + (order.isEmpty() ? "" : ": " + order)
                + only("NVML alone shows GPU ", match.nvmlOnly())
                + only("CUDA alone shows ", match.cudaOnly())
                + cuda.visibleDevices()
                        .toOptional()
                        .map(value -> "; CUDA_VISIBLE_DEVICES=" + value)
                        .orElse("");
    }

    private static String only(String words, List<Integer> numbers) {
        return numbers.isEmpty() ? "" : "; " + words + GpuRanges.of(numbers);
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private String peers() {
        if (cuda.peers().isEmpty()) {
            return "";
        }
        List<Peer> without = cuda.peers().stream()
                .filter(peer -> !peer.access().toOptional().orElse(false))
                .toList();
        if (without.isEmpty()) {
            return "peer access between all pairs";
        }
        return "no peer access: "
                + without.stream()
                        .map(peer -> name(peer.from()) + " to " + name(peer.to()))
                        .collect(Collectors.joining(", "));
    }

    /** NVML's number of a device, or CUDA's where NVML does not show it. */
    private String name(int ordinal) {
        return match.gpuOf(ordinal).map(String::valueOf).orElse("CUDA " + ordinal);
    }

    private static String of(String gpu) {
        return gpu.startsWith("CUDA") ? gpu : "GPU " + gpu;
    }

    private String deep(Deep deep) {
        TextTable table = new TextTable(
                Column.right("GPU"),
                Column.left("Measured"),
                Column.right("Median"),
                Column.right("Least"),
                Column.right("Most"),
                Column.left("Unit"),
                Column.left("Runs"));
        Map<String, String> absent = new TreeMap<>();
        byGpu(deep.devices()).forEach(speed -> {
            String gpu = name(speed.ordinal());
            bandwidth(table, absent, gpu, "host to GPU", speed.hostToDevice());
            bandwidth(table, absent, gpu, "GPU to host", speed.deviceToHost());
            bandwidth(table, absent, gpu, "within GPU", speed.deviceToDevice());
            compute(table, absent, gpu, speed.fma());
            watched(table, absent, gpu, speed.watchedClock());
        });
        String why = absent.entrySet().stream()
                .map(entry -> wrapped("n/a, " + entry.getKey() + ": " + entry.getValue()))
                .collect(Collectors.joining());
        return table.text() + why + (deep.peers().isEmpty() ? "" : "\n" + peerTable(deep.peers()));
    }

    private List<DeviceSpeed> byGpu(List<DeviceSpeed> speeds) {
        return speeds.stream()
                .sorted(Comparator.comparing(
                        speed -> match.gpuOf(speed.ordinal()).orElse(Integer.MAX_VALUE)))
                .toList();
    }

    private static void bandwidth(
            TextTable table, Map<String, String> absent, String gpu, String what, Reading<Bandwidth> reading) {
        reading.absentReason().ifPresent(reason -> absent.put(of(gpu) + " " + what, reason));
        reading.toOptional()
                .ifPresent(speed -> table.row(List.of(
                        gpu,
                        what,
                        number(speed.medianGBps(), 1),
                        number(speed.leastGBps(), 1),
                        number(speed.mostGBps(), 1),
                        "GB/s",
                        speed.repeats() + " x " + number(speed.sizeMiB(), 0) + " MiB")));
    }

    private static void compute(TextTable table, Map<String, String> absent, String gpu, Reading<Compute> reading) {
        reading.absentReason().ifPresent(reason -> absent.put(of(gpu) + " FP32 multiply-add", reason));
        reading.toOptional().ifPresent(load -> {
            table.row(List.of(
                    gpu,
                    "FP32 multiply-add",
                    number(load.medianTflops(), 1),
                    number(load.leastTflops(), 1),
                    number(load.mostTflops(), 1),
                    "TFLOPS",
                    String.valueOf(load.repeats())));
            table.row(List.of(
                    gpu,
                    "SM clock in it",
                    number(load.medianSmMhz(), 0),
                    number(load.leastSmMhz(), 0),
                    "",
                    "MHz",
                    number(load.fmaPerSmCycle(), 1) + " FMA/SM/cycle"));
        });
    }

    private static void watched(
            TextTable table, Map<String, String> absent, String gpu, Reading<WatchedClock> reading) {
        reading.absentReason().ifPresent(reason -> absent.put(of(gpu) + " SM clock by NVML", reason));
        reading.toOptional()
                .ifPresent(clock -> table.row(List.of(
                        gpu,
                        "SM clock by NVML",
                        "mean " + number(clock.meanSmMhz(), 0),
                        String.valueOf(clock.leastSmMhz()),
                        String.valueOf(clock.mostSmMhz()),
                        "MHz",
                        count(clock.samples(), "look"))));
    }

    private String peerTable(List<PeerSpeed> speeds) {
        List<Integer> ordinals = cuda.devices().stream()
                .map(CudaInventory.Device::ordinal)
                .sorted(Comparator.comparing(ordinal -> match.gpuOf(ordinal).orElse(Integer.MAX_VALUE)))
                .toList();
        StringBuilder text = new StringBuilder("Copies from GPU (row) to GPU (column), median GB/s\n");
        for (int start = 0; start < ordinals.size(); start += PEERS_A_ROW) {
            List<Integer> columns = ordinals.subList(start, Math.min(ordinals.size(), start + PEERS_A_ROW));
            List<Column> heads = new ArrayList<>(List.of(Column.right("")));
            columns.forEach(to -> heads.add(Column.right(name(to))));
            heads.add(Column.left(""));
            TextTable table = new TextTable(heads.toArray(Column[]::new));
            for (int from : ordinals) {
                List<String> cells = new ArrayList<>(List.of(name(from)));
                columns.forEach(to -> cells.add(from == to ? "X" : copy(speeds, from, to)));
                table.row(cells);
            }
            text.append(table.text());
        }
        return text.toString();
    }

    private static String copy(List<PeerSpeed> speeds, int from, int to) {
        return speeds.stream()
                .filter(speed -> speed.from() == from && speed.to() == to)
                .findFirst()
                .flatMap(speed -> speed.copy().toOptional())
                .map(bandwidth -> number(bandwidth.medianGBps(), 1))
                .orElse("n/a");
    }

    private static String number(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
