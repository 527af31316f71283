package org.servedyno.probe.nvml.facts;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.servedyno.results.model.Reading;

/**
 * PCI addresses, of which there is one form inside the product: NVML's own with eight digits of domain and capitals, {@code
 * 00000000:19:00.0}. The same device is {@code 0000:19:00.0} in NVML's older text and in the kernel's.
 */
final class PciAddress {
    private static final Pattern FORM = Pattern.compile("([0-9A-Fa-f]{4,8}):([0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-7])");

    private static final int DOMAIN_DIGITS = 8;
    private static final int KERNELS_DOMAIN_DIGITS = 4;

    private PciAddress() {}

    /**
     * The address in the product's form; absent when the text is none.
     *
     * @param symbol the call that gave the text
     */
    static Reading<String> of(String text, String symbol) {
        Matcher parts = FORM.matcher(text);
        if (text.isBlank()) {
            return Reading.absent("an empty address from " + symbol);
        }
        if (!parts.matches()) {
            return Reading.absent("no PCI address from " + symbol);
        }
        String domain = "0".repeat(DOMAIN_DIGITS - parts.group(1).length()) + parts.group(1);
        return Reading.of((domain + ":" + parts.group(2)).toUpperCase(Locale.ROOT));
    }

    /** The folder of an address under {@code /sys/bus/pci/devices}: the domain with four digits, or more where it needs them. */
    static String slot(String address) {
        int zeros = 0;
        while (zeros < DOMAIN_DIGITS - KERNELS_DOMAIN_DIGITS && address.charAt(zeros) == '0') {
            zeros++;
        }
        return address.substring(zeros).toLowerCase(Locale.ROOT);
    }
}
