package org.servedyno.probe.gate.profile;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The hardware profiles this build knows, one data file each. */
public final class HardwareProfiles {
    private static final List<String> NAMES = List.of("h100-sxm", "h100-pcie", "h200-sxm", "a100-sxm", "b200");

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
        try (InputStream in = HardwareProfiles.class.getResourceAsStream(name + ".properties")) {
            if (in == null) {
                throw new IllegalStateException("this build lacks the data file of hardware profile " + name);
            }
            return ProfileFile.read(name, new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("hardware profile " + name, e);
        }
    }
}
