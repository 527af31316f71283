package org.servedyno.probe.gate.profile;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;

/** The hardware profiles this build knows, one data file each. */
public final class HardwareProfiles {
    private static final List<String> NAMES = List.of("h100-sxm", "h200-sxm", "a100-sxm");

    private HardwareProfiles() {}

    /** The names that {@link #find} knows. */
    public static List<String> names() {
        return NAMES;
    }

    /** The profile of that name, or empty when there is none. */
    public static Optional<HardwareProfile> find(String name) {
        return NAMES.contains(name) ? Optional.of(load(name)) : Optional.empty();
    }

    private static HardwareProfile load(String name) {
        Properties facts = new Properties();
        try (InputStream in = HardwareProfiles.class.getResourceAsStream(name + ".properties")) {
            if (in == null) {
                throw new IllegalStateException("this build lacks the data file of hardware profile " + name);
            }
            Reader text = new InputStreamReader(in, StandardCharsets.UTF_8);
            facts.load(text);
        } catch (IOException e) {
            throw new UncheckedIOException("hardware profile " + name, e);
        }
        return new HardwareProfile(
                name,
                text(facts, "productName"),
                Long.decode(text(facts, "pciDeviceId")),
                Double.parseDouble(text(facts, "memoryTotalMiB")),
                Double.parseDouble(text(facts, "memoryReservedMiB")),
                watts(text(facts, "powerDefaultLimitWatts")),
                Integer.parseInt(text(facts, "smMaxMhz")),
                Integer.parseInt(text(facts, "memoryMaxMhz")),
                Integer.parseInt(text(facts, "pcieGeneration")),
                Integer.parseInt(text(facts, "pcieWidth")),
                Integer.parseInt(text(facts, "nvlinkLinks")),
                Integer.parseInt(text(facts, "maxOperatingC")),
                Integer.parseInt(text(facts, "slowdownC")));
    }

    private static Set<Double> watts(String list) {
        return Arrays.stream(list.split(","))
                .map(String::trim)
                .map(Double::valueOf)
                .collect(Collectors.toSet());
    }

    private static String text(Properties facts, String key) {
        String value = facts.getProperty(key);
        if (value == null) {
            throw new IllegalStateException("a hardware profile lacks " + key);
        }
        return value.trim();
    }
}
