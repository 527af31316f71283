package org.servedyno.harness.cli.session;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;

/**
 * Where progress is shown: one line that is written over on a terminal, plain lines elsewhere. Not thread-safe.
 *
 * @param out usually stderr, so that stdout keeps the result alone
 * @param interactive whether {@code out} is a terminal
 */
public record Terminal(PrintWriter out, boolean interactive) {
    /** Set by the launcher: which of {@code out} and {@code err} are terminals. The JVM itself can't tell one from the other. */
    private static final String VARIABLE = "SERVEDYNO_TERMINAL";

    private static final int WIDTH = 79;
    private static final String ERASE_LINE = "\r\u001b[K";

    /** Progress on stderr. */
    public static Terminal on(PrintWriter err) {
        return new Terminal(err, isTerminal("err"));
    }

    /** Whether stdout is a terminal that shows colours to somebody who wants them. */
    static boolean showsColours() {
        return isTerminal("out") && System.getenv("NO_COLOR") == null;
    }

    private static boolean isTerminal(String stream) {
        String terminals = Optional.ofNullable(System.getenv(VARIABLE)).orElse("");
        return terminals.contains(stream) && !"dumb".equals(System.getenv("TERM"));
    }

    /** Writes over the status line; nothing where lines can't be taken back. */
    public void status(String text) {
        if (interactive) {
            out.print(ERASE_LINE + (text.length() > WIDTH ? text.substring(0, WIDTH) : text));
            out.flush();
        }
    }

    /** Writes a line that stays, above the status line. */
    public void line(String format, Object... values) {
        out.println((interactive ? ERASE_LINE : "") + String.format(Locale.ROOT, format, values));
        out.flush();
    }
}
