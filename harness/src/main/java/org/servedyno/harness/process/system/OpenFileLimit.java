package org.servedyno.harness.process.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.servedyno.results.model.Reading;

/**
 * The soft limit of open files that the user's shell had. A JVM raises its own soft limit to the hard one when it starts and its
 * children inherit that, so an engine started by it would run with a limit that the user's own start would not have. The launcher
 * therefore passes the shell's limit in {@link #VARIABLE}; without the launcher the limit of this JVM's parent process is taken.
 */
public final class OpenFileLimit {
    /** Holds what {@code ulimit -Sn} printed in the launcher. */
    public static final String VARIABLE = "SERVEDYNO_NOFILE";

    private static final Pattern LIMIT = Pattern.compile("[0-9]+|unlimited");
    private static final Pattern LIMITS_LINE =
            Pattern.compile("^Max open files\\s+(\\S+)\\s+(\\S+)", Pattern.MULTILINE);

    private OpenFileLimit() {}

    /** The user's soft limit, a number or {@code unlimited}, or why it is unknown. */
    public static Reading<String> ofUser() {
        return ofUser(System.getenv(), ProcessHandle.current().parent().map(ProcessHandle::pid));
    }

    static Reading<String> ofUser(Map<String, String> environment, Optional<Long> parentPid) {
        Optional<String> passed = Optional.ofNullable(environment.get(VARIABLE))
                .filter(v -> LIMIT.matcher(v).matches());
        if (passed.isPresent()) {
            return Reading.of(passed.get());
        }
        if (parentPid.isEmpty()) {
            return Reading.absent(VARIABLE + " is not set and the parent process is not visible");
        }
        return ofProcess(Path.of("/proc", parentPid.get().toString(), "limits"), 1);
    }

    /** The soft limit that this JVM runs with. */
    public static Reading<String> softOfThisJvm() {
        return ofProcess(Path.of("/proc/self/limits"), 1);
    }

    /** The hard limit. */
    public static Reading<String> hard() {
        return ofProcess(Path.of("/proc/self/limits"), 2);
    }

    private static Reading<String> ofProcess(Path limits, int column) {
        try {
            Matcher line = LIMITS_LINE.matcher(Files.readString(limits, StandardCharsets.UTF_8));
            return line.find() ? Reading.of(line.group(column)) : Reading.absent(limits + " has no open-file limit");
        } catch (IOException e) {
            return Reading.absent(limits + " can't be read");
        }
    }
}
