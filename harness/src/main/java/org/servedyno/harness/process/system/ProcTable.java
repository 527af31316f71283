package org.servedyno.harness.process.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Linux: {@code /proc}, by proc(5). */
final class ProcTable implements ProcessTable {
    private static final Path PROC = Path.of("/proc");
    private static final int LEAST_FIELDS = 20;
    private static final int STATE = 0;
    private static final int PARENT = 1;
    private static final int GROUP = 2;
    private static final int SESSION = 3;
    private static final int START_TICKS = 19;

    static boolean exists() {
        return Files.isReadable(PROC.resolve("self/stat"));
    }

    @Override
    public List<Entry> living() {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path folder : folders) {
                entry(folder).ifPresent(entries::add);
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw new IllegalStateException("/proc can't be listed any more", e);
        }
        return entries;
    }

    private static Optional<Entry> entry(Path folder) {
        try {
            String stat = Files.readString(folder.resolve("stat"), StandardCharsets.ISO_8859_1);
            // The command's name, in parentheses, may itself hold blanks and parentheses.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).trim().split(" ", -1);
            if (fields.length < LEAST_FIELDS || "ZX".contains(fields[STATE])) {
                return Optional.empty();
            }
            return Optional.of(new Entry(
                    Long.parseLong(folder.getFileName().toString()),
                    Long.parseLong(fields[PARENT]),
                    Long.parseLong(fields[GROUP]),
                    OptionalLong.of(Long.parseLong(fields[SESSION])),
                    Long.parseLong(fields[START_TICKS])));
        } catch (IOException endedMeanwhile) {
            return Optional.empty();
        }
    }

    @Override
    public boolean hasVariable(long pid, String assignment) {
        try {
            byte[] bytes = Files.readAllBytes(file(pid, "environ"));
            return Arrays.asList(new String(bytes, StandardCharsets.UTF_8).split("\0", -1))
                    .contains(assignment);
        } catch (IOException goneOrNotOurs) {
            return false;
        }
    }

    @Override
    public String commandLine(long pid) {
        try {
            String words = new String(Files.readAllBytes(file(pid, "cmdline")), StandardCharsets.UTF_8)
                    .replace('\0', ' ')
                    .trim();
            return words.isEmpty()
                    ? "["
                            + Files.readString(file(pid, "comm"), StandardCharsets.UTF_8)
                                    .trim() + "]"
                    : words;
        } catch (IOException goneOrHidden) {
            return "command line not visible";
        }
    }

    @Override
    public String proof(long session) {
        return "no process of session " + session + " and none with the trial's marker in /proc";
    }

    private static Path file(long pid, String name) {
        return PROC.resolve(Long.toString(pid)).resolve(name);
    }
}
