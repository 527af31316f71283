package org.servedyno.harness.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Environment;
import org.servedyno.results.model.Reading;

/**
 * Reads the facts of this machine that can move a result. They come from Linux's {@code /proc} and {@code /sys}; elsewhere, or where a
 * file is hidden, a fact is absent with the reason. Takes a millisecond or two.
 */
public final class EnvironmentFacts {
    private final Path root;
    private final Map<String, Reading<String>> facts = new TreeMap<>();

    private EnvironmentFacts(Path root) {
        this.root = root;
    }

    /** The facts as they are now. */
    public static Environment read() {
        return read(Path.of("/"));
    }

    /** The facts under another root of the file system, for tests. */
    static Environment read(Path root) {
        EnvironmentFacts facts = new EnvironmentFacts(root);
        facts.readAll();
        return new Environment(facts.facts, ClockAnchor.now());
    }

    private void readAll() {
        Runtime runtime = Runtime.getRuntime();
        facts.put("cores", Reading.of(Integer.toString(runtime.availableProcessors())));
        facts.put("os", Reading.of(property("os.name") + " " + property("os.version") + " " + property("os.arch")));
        facts.put("jvm", Reading.of(property("java.vm.name") + " " + property("java.vm.version")));
        facts.put("cpuModel", row("proc/cpuinfo", "model name\\s*:\\s*(.+)"));
        facts.put("memoryTotalKiB", row("proc/meminfo", "MemTotal:\\s+(\\d+)"));
        facts.put("memoryAvailableKiB", row("proc/meminfo", "MemAvailable:\\s+(\\d+)"));
        facts.put("swapFreeKiB", row("proc/meminfo", "SwapFree:\\s+(\\d+)"));
        facts.put("loadAverage1Min", row("proc/loadavg", "^(\\S+)"));
        facts.put("cpuStealTicks", row("proc/stat", "^cpu\\s+(?:\\d+ ){7}(\\d+)"));
        facts.put("openFilesSoftLimit", row("proc/self/limits", "Max open files\\s+(\\S+)"));
        facts.put("openFilesHardLimit", row("proc/self/limits", "Max open files\\s+\\S+\\s+(\\S+)"));
        facts.put("cpuGovernor", row("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "^(\\S+)"));
        facts.put("turboDisabled", row("sys/devices/system/cpu/intel_pstate/no_turbo", "^(\\S+)"));
        facts.put("clockSource", row("sys/devices/system/clocksource/clocksource0/current_clocksource", "^(\\S+)"));
        facts.put("transparentHugePages", row("sys/kernel/mm/transparent_hugepage/enabled", "\\[(\\w+)\\]"));
        facts.put("nvidiaKernelModule", row("proc/driver/nvidia/version", "NVRM version:\\s*(.+)"));
        facts.put("container", Reading.of(inContainer() ? "yes" : "no sign of one"));
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }

    private boolean inContainer() {
        return Files.exists(root.resolve(".dockerenv")) || Files.exists(root.resolve("run/.containerenv"));
    }

    /** The first match in a file, by the pattern's group. */
    private Reading<String> row(String file, String pattern) {
        Path path = root.resolve(file);
        try {
            List<String> lines = Files.readAllLines(path);
            Pattern wanted = Pattern.compile(pattern);
            Optional<String> found = lines.stream()
                    .map(wanted::matcher)
                    .filter(Matcher::find)
                    .map(match -> match.group(1).strip())
                    .findFirst();
            return found.<Reading<String>>map(Reading::of)
                    .orElseGet(() -> Reading.absent("/" + file + " does not say"));
        } catch (IOException e) {
            return Reading.absent("/" + file + " can't be read");
        }
    }
}
