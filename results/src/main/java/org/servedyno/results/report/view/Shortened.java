package org.servedyno.results.report.view;

/** Long names made to fit. */
public final class Shortened {
    private Shortened() {}

    /** At most {@code most} characters of the text: its head and its tail, where names differ. */
    public static String to(int most, String text) {
        if (text.length() <= most) {
            return text;
        }
        int tail = Math.max(0, (most - 1) / 2);
        int head = Math.max(0, most - 1 - tail);
        return text.substring(0, head) + "…" + text.substring(text.length() - tail);
    }
}
