package org.servedyno.harness.plan;

import java.util.Optional;
import java.util.regex.Pattern;
import org.servedyno.harness.plan.document.Value;

/** The rule for names that become names of folders. */
final class Names {
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private Names() {}

    /** Whether a name can stand in a path on every file system. */
    static boolean safe(String name) {
        return SAFE.matcher(name).matches();
    }

    /** Reports a name of an entry that can't stand in a path. */
    static void check(Value entry, String what, String name) {
        if (!safe(name)) {
            entry.keyProblem(problem(what, name), Optional.empty());
        }
    }

    static String problem(String what, String name) {
        return "the name \"" + name + "\" of " + what
                + " becomes a folder: use 1 to 64 letters, digits, dots, dashes and underscores, a letter or digit first";
    }
}
