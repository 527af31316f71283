package org.servedyno.harness.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What may be given by {@code --header}: names by RFC 9110 section 5.6.2, values on one line, none that the client itself writes. */
final class HeaderLines {
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7e\\xa0-\\xff]*");
    private static final Set<String> OURS = Set.of(
            "accept-encoding",
            "connection",
            "content-length",
            "content-type",
            "expect",
            "host",
            "transfer-encoding",
            "upgrade",
            "x-request-id");

    private HeaderLines() {}

    /** A sentence for each header that can't be sent; no value is repeated in it, since values may be secrets. */
    static List<String> problems(@Nullable Map<String, String> headers) {
        List<String> problems = new ArrayList<>();
        new TreeMap<>(headers == null ? Map.of() : headers).forEach((name, value) -> {
            if (!NAME.matcher(name).matches()) {
                problems.add("--header " + name + ": no name of a header.");
            } else if (OURS.contains(name.toLowerCase(Locale.ROOT))) {
                problems.add("--header " + name + ": written by the client itself.");
            } else if (!VALUE.matcher(value).matches()) {
                problems.add("--header " + name + ": its value holds characters that no header line can.");
            }
        });
        return problems;
    }
}
