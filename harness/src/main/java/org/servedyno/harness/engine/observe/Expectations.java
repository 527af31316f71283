package org.servedyno.harness.engine.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.servedyno.results.model.Reading;

/**
 * What became of a plan's expectations.
 *
 * @param mismatches those proved wrong, one sentence each
 * @param unproved those that nothing confirms or refutes, one sentence each
 */
public record Expectations(List<String> mismatches, List<String> unproved) {
    public Expectations {
        mismatches = List.copyOf(mismatches);
        unproved = List.copyOf(unproved);
    }

    /**
     * Compares. Case, and {@code _} for {@code -}, make no difference; a value that is unknown proves nothing.
     *
     * @param expect the plan's {@code expect:}
     */
    public static Expectations check(Map<String, String> expect, Map<String, Reading<String>> settings) {
        List<String> mismatches = new ArrayList<>();
        List<String> unproved = new ArrayList<>();
        new TreeMap<>(expect).forEach((name, wanted) -> {
            Reading<String> seen = settings.getOrDefault(
                    name.replace('_', '-'), Reading.absent("the engine does not tell it in a way we know"));
            if (seen instanceof Reading.Absent<String> absent) {
                unproved.add(name + ": expected " + wanted + ", not proved (" + absent.reason() + ")");
            } else if (!plain(seen.toOptional().orElseThrow()).equals(plain(wanted))) {
                mismatches.add(name + ": expected " + wanted + ", the engine runs "
                        + seen.toOptional().orElseThrow());
            }
        });
        return new Expectations(mismatches, unproved);
    }

    private static String plain(String value) {
        return value.strip().toLowerCase(Locale.ROOT).replace('_', '-').replaceFirst("^torch\\.", "");
    }
}
