package org.servedyno.harness.cli;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * Where progress is shown: one line that is written over on a terminal, plain lines elsewhere. Not thread-safe.
 *
 * @param out usually stderr, so that stdout keeps the result alone
 * @param interactive whether {@code out} is a terminal
 */
record Terminal(PrintWriter out, boolean interactive) {
    private static final int WIDTH = 79;
    private static final String ERASE_LINE = "\r\u001b[K";

    static Terminal on(PrintWriter out) {
        return new Terminal(out, System.console() != null && !"dumb".equals(System.getenv("TERM")));
    }

    /** Whether a person looks at a terminal that knows colours. */
    static boolean showsColours() {
        return System.console() != null && !"dumb".equals(System.getenv("TERM")) && System.getenv("NO_COLOR") == null;
    }

    /** Writes over the status line; nothing where lines can't be taken back. */
    void status(String text) {
        if (interactive) {
            out.print(ERASE_LINE + (text.length() > WIDTH ? text.substring(0, WIDTH) : text));
            out.flush();
        }
    }

    /** Writes a line that stays, above the status line. */
    void line(String format, Object... values) {
        out.println((interactive ? ERASE_LINE : "") + String.format(Locale.ROOT, format, values));
        out.flush();
    }
}
