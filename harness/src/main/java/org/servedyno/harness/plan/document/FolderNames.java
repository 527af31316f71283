package org.servedyno.harness.plan.document;

import java.util.Optional;
import java.util.regex.Pattern;

/** The rule for names that become names of folders. */
public final class FolderNames {
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private FolderNames() {}

    /** Whether a name can stand in a path on every file system. */
    public static boolean safe(String name) {
        return SAFE.matcher(name).matches();
    }

    /** Reports a name of an entry that can't stand in a path. */
    public static void check(Value entry, String what, String name) {
        if (!safe(name)) {
            entry.keyProblem(problem(what, name), Optional.empty());
        }
    }

    /** What is wrong with a name that is not {@link #safe}. */
    public static String problem(String what, String name) {
        return "the name \"" + name + "\" of " + what
                + " becomes a folder: use 1 to 64 letters, digits, dots, dashes and underscores, a letter or digit first";
    }
}
