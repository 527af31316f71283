package org.servedyno.probe.cuda.driver;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PCI addresses, which come with four or eight digits of domain and in either case, in the one form that NVML uses. */
public final class PciAddress {
    private static final Pattern FORM =
            Pattern.compile("(?:([0-9a-f]{4,8}):)?([0-9a-f]{2}):([0-9a-f]{2})\\.([0-7])", Pattern.CASE_INSENSITIVE);

    private PciAddress() {}

    /** The address, for example {@code 00000000:19:00.0}; empty when the text is none. */
    public static Optional<String> normal(String text) {
        Matcher parts = FORM.matcher(text.strip());
        if (!parts.matches()) {
            return Optional.empty();
        }
        String domain = Optional.ofNullable(parts.group(1)).orElse("0");
        return Optional.of(String.format(
                        Locale.ROOT,
                        "%08x:%s:%s.%s",
                        Long.parseLong(domain, 16),
                        parts.group(2),
                        parts.group(3),
                        parts.group(4))
                .toUpperCase(Locale.ROOT));
    }
}
