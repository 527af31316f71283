package org.servedyno.probe.gate.profile;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.servedyno.probe.gate.profile.HardwareProfile.Clocks;
import org.servedyno.probe.gate.profile.HardwareProfile.LeastSpeeds;
import org.servedyno.probe.gate.profile.HardwareProfile.Memory;
import org.servedyno.probe.gate.profile.HardwareProfile.NvLink;
import org.servedyno.probe.gate.profile.HardwareProfile.Pcie;
import org.servedyno.probe.gate.profile.HardwareProfile.Thermals;
import org.servedyno.results.model.Reading;

/** The data file of one profile: {@code key=value} lines, and for each of them a {@code key.source} line. */
final class ProfileFile {
    private static final String SOURCE = ".source";

    private final Properties lines = new Properties();
    private final List<String> problems = new ArrayList<>();
    private final Set<String> known = new HashSet<>();

    private ProfileFile(Reader text) throws IOException {
        lines.load(text);
    }

    /**
     * Reads a profile.
     *
     * @param id the profile's name
     * @throws IllegalArgumentException with every problem of the file, one a line
     */
    static HardwareProfile read(String id, Reader text) throws IOException {
        ProfileFile file = new ProfileFile(text);
        HardwareProfile profile = file.profile(id);
        file.findUnknownKeys();
        if (!file.problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "hardware profile " + id + ":\n  " + String.join("\n  ", new TreeSet<>(file.problems)));
        }
        return profile;
    }

    private HardwareProfile profile(String id) {
        return new HardwareProfile(
                id,
                required("productName", text -> text, ""),
                required("pciDeviceId", Long::decode, 0L),
                value("pciSubsystemIds", list(Long::decode)),
                value("architecture", Integer::valueOf),
                value("cores", Integer::valueOf),
                value("multiprocessors", Integer::valueOf),
                new Memory(
                        value("memory.totalMiB", Double::valueOf),
                        value("memory.reservedMiB", Double::valueOf),
                        value("memory.busBits", Integer::valueOf)),
                value("powerDefaultWatts", list(Double::valueOf)),
                new Clocks(value("clocks.smMaxMhz", Integer::valueOf), value("clocks.memoryMaxMhz", Integer::valueOf)),
                new Pcie(value("pcie.generation", Integer::valueOf), value("pcie.width", Integer::valueOf)),
                new NvLink(
                        value("nvlink.links", Integer::valueOf),
                        value("nvlink.version", Integer::valueOf),
                        value("nvlink.leastMBps", Integer::valueOf),
                        value("nvlink.switchedGpus", Integer::valueOf),
                        value("nvlink.fabric", ProfileFile::yesNo)),
                new Thermals(
                        value("thermals.maxOperatingC", Integer::valueOf),
                        value("thermals.slowdownC", Integer::valueOf),
                        value("thermals.memoryMaxC", Integer::valueOf)),
                new LeastSpeeds(
                        value("least.hostGBps", Double::valueOf),
                        value("least.peerGBps", Double::valueOf),
                        value("least.deviceGBps", Double::valueOf)));
    }

    private static boolean yesNo(String text) {
        if (!text.equals("yes") && !text.equals("no")) {
            throw new IllegalArgumentException("yes or no");
        }
        return text.equals("yes");
    }

    private static <T> Function<String, Set<T>> list(Function<String, T> one) {
        return text -> {
            Set<T> all = new LinkedHashSet<>();
            Arrays.stream(text.split(",", -1)).map(String::trim).map(one).forEach(all::add);
            return all;
        };
    }

    private <T> T required(String key, Function<String, T> parse, T instead) {
        Reading<T> reading = value(key, parse);
        if (!lines.containsKey(key)) {
            problems.add(key + " is missing");
        }
        return reading.toOptional().orElse(instead);
    }

    private <T> Reading<T> value(String key, Function<String, T> parse) {
        known.add(key);
        known.add(key + SOURCE);
        String text =
                Optional.ofNullable(lines.getProperty(key)).map(String::trim).orElse("");
        if (!lines.containsKey(key)) {
            return Reading.absent("the profile gives no " + key);
        }
        if (lines.getProperty(key + SOURCE, "").isBlank()) {
            problems.add(key + " has no source");
        }
        try {
            return Reading.of(parse.apply(text));
        } catch (IllegalArgumentException e) {
            problems.add(key + " can't be \"" + text + "\": " + e.getMessage());
            return Reading.absent("the profile gives no " + key);
        }
    }

    private void findUnknownKeys() {
        for (String key : lines.stringPropertyNames()) {
            if (!known.contains(key)) {
                problems.add(key + " is not a key of a profile");
            } else if (key.endsWith(SOURCE) && !lines.containsKey(key.substring(0, key.length() - SOURCE.length()))) {
                problems.add(key + " is the source of nothing");
            }
        }
    }
}
