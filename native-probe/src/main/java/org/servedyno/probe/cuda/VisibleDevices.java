package org.servedyno.probe.cuda;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What {@code CUDA_VISIBLE_DEVICES} leaves of a node, by the rule of CUDA's driver: entries are numbers, or UUIDs or beginnings of them,
 * not both; the list ends before the first entry that names no device, or more than one; a device named twice leaves none at all.
 * NVML ignores the variable. An entry that names a MIG instance counts as naming none: CUDA shows a node with MIG by its instances.
 */
public final class VisibleDevices {
    private static final String UUID_PREFIX = "GPU-";
    private static final Pattern NUMBER = Pattern.compile("\\+?(\\d{1,9}).*");

    private VisibleDevices() {}

    /**
     * The devices left, in the order in which CUDA then counts them.
     *
     * @param variable the variable's value; an empty one leaves no device
     * @param uuids every device's UUID, in CUDA's own order (which {@code CUDA_DEVICE_ORDER} sets)
     * @return positions in {@code uuids}
     */
    public static List<Integer> select(String variable, List<String> uuids) {
        List<Integer> selected = new ArrayList<>();
        boolean byUuid = namesUuids(variable);
        for (String entry : variable.split(",", -1)) {
            OptionalInt device = byUuid ? withUuid(entry.strip(), uuids) : withNumber(entry.strip(), uuids.size());
            if (device.isEmpty()) {
                break;
            }
            selected.add(device.getAsInt());
        }
        boolean repeated = new HashSet<>(selected).size() < selected.size();
        return repeated ? List.of() : List.copyOf(selected);
    }

    /** Whether the variable says which devices it means; by number it means CUDA's own order, which NVML does not know. */
    public static boolean namesUuids(String variable) {
        return variable.strip().startsWith(UUID_PREFIX);
    }

    /** As C's strtoul reads it: digits, and whatever follows them is ignored. */
    private static OptionalInt withNumber(String entry, int devices) {
        Matcher number = NUMBER.matcher(entry);
        if (!number.matches()) {
            return OptionalInt.empty();
        }
        int value = Integer.parseInt(number.group(1));
        return value < devices ? OptionalInt.of(value) : OptionalInt.empty();
    }

    private static OptionalInt withUuid(String entry, List<String> uuids) {
        if (!entry.startsWith(UUID_PREFIX)) {
            return OptionalInt.empty();
        }
        String beginning = entry.toLowerCase(Locale.ROOT);
        int[] named = IntStream.range(0, uuids.size())
                .filter(i -> uuids.get(i).toLowerCase(Locale.ROOT).startsWith(beginning))
                .toArray();
        return named.length == 1 ? OptionalInt.of(named[0]) : OptionalInt.empty();
    }
}
