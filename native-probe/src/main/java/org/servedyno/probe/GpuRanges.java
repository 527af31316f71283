package org.servedyno.probe;

import java.util.ArrayList;
import java.util.List;

/** GPU indices in short, for example {@code 0-3, 6}. */
final class GpuRanges {
    private GpuRanges() {}

    /** The ranges of indices given in rising order. */
    static String of(List<Integer> indices) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 1; i <= indices.size(); i++) {
            if (i == indices.size() || indices.get(i) != indices.get(i - 1) + 1) {
                int first = indices.get(start);
                int last = indices.get(i - 1);
                parts.add(first == last ? String.valueOf(first) : first + "-" + last);
                start = i;
            }
        }
        return String.join(", ", parts);
    }
}
