package org.servedyno.probe.gate.preflight;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * {@code CUDA_VISIBLE_DEVICES} as CUDA reads it: the list ends at its first invalid entry, and a device named twice makes it empty.
 * NVML ignores the variable.
 *
 * @param named for each visible device its UUID, where the entry says it; empty where the entry is a number of CUDA's own order
 */
record VisibleDevices(List<Optional<String>> named) {
    private static final String UUID_PREFIX = "gpu-";

    VisibleDevices {
        named = List.copyOf(named);
    }

    /**
     * Reads the variable.
     *
     * @param uuids of all GPUs
     */
    static VisibleDevices parse(String variable, List<String> uuids) {
        List<Optional<String>> found = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        for (String part : variable.split(",", -1)) {
            String entry = part.trim();
            Optional<String> uuid = uuid(entry, uuids);
            if (uuid.isEmpty() && !isOrdinal(entry, uuids.size())) {
                break;
            }
            String key = uuid.orElseGet(() -> String.valueOf(Integer.parseInt(entry)));
            if (keys.contains(key)) {
                return new VisibleDevices(List.of());
            }
            keys.add(key);
            found.add(uuid);
        }
        return new VisibleDevices(found);
    }

    /** The one GPU whose UUID begins with the entry. */
    private static Optional<String> uuid(String entry, List<String> uuids) {
        String start = entry.toLowerCase(Locale.ROOT);
        if (!start.startsWith(UUID_PREFIX)) {
            return Optional.empty();
        }
        List<String> matches = uuids.stream()
                .filter(uuid -> uuid.toLowerCase(Locale.ROOT).startsWith(start))
                .toList();
        return matches.size() == 1 ? Optional.of(matches.get(0)) : Optional.empty();
    }

    private static boolean isOrdinal(String entry, int count) {
        return entry.matches("\\d{1,4}") && Integer.parseInt(entry) < count;
    }
}
