package org.servedyno.harness.cli.session;

import java.util.regex.Pattern;

/** Words as a POSIX shell reads them back. */
final class ShellWord {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:,=+@%-]+");

    private ShellWord() {}

    /** The word, in single quotes where it needs them. */
    static String quote(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
