package org.servedyno.probe.fake;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What the fake library shows, as the script that it reads: a healthy node of 8 x H100 SXM, and what is changed about it. The keys and
 * what is healthy stand in {@code nvml/store.c}, the form of the lines in {@code nvml/script.c}. Immutable.
 *
 * @param lines the lines of the script
 */
public record FakeNode(List<String> lines) {
    public FakeNode {
        lines = List.copyOf(lines);
    }

    /** 8 x H100 80GB HBM3 behind NVSwitch, idle and well. */
    public static FakeNode healthy() {
        return new FakeNode(List.of());
    }

    /** A line as the script has it. */
    public FakeNode line(String line) {
        List<String> more = new ArrayList<>(lines);
        more.add(line);
        return new FakeNode(more);
    }

    /** A value for the node, or for all its GPUs. */
    public FakeNode with(String key, Object value) {
        return line(key + " = " + value);
    }

    /** A value for one GPU. */
    public FakeNode gpu(int gpu, String key, Object value) {
        return with("gpu" + gpu + "." + key, value);
    }

    /**
     * What a call does: {@code return 15}, {@code hang}, {@code crash}, {@code delay 20}, and when: {@code gpu 3}, {@code after 10},
     * {@code times 1}.
     */
    public FakeNode call(String symbol, String rule) {
        return with("call." + symbol, rule);
    }

    /** A process on a GPU; its kind is compute, graphics or mps. */
    public FakeNode process(int gpu, long pid, String kind, long usedMib) {
        return gpu(gpu, "process", pid + " " + kind + " " + usedMib);
    }

    /** A process whose memory the driver does not know. */
    public FakeNode processOfUnknownMemory(int gpu, long pid, String kind) {
        return gpu(gpu, "process", pid + " " + kind + " unknown");
    }

    /** An Xid on a GPU. */
    public FakeNode xid(int gpu, int xid) {
        return line("event gpu" + gpu + " xid " + xid);
    }

    /** Changes that come when a process has had this script for so long. */
    public FakeNode atMs(long delayMs, UnaryOperator<FakeNode> change) {
        FakeNode node = this;
        for (String line : change.apply(healthy()).lines()) {
            node = node.line("at " + delayMs + "ms: " + line);
        }
        return node;
    }

    /** The script. */
    public String text() {
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }
}
