package org.servedyno.harness.process.system;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds programs the way a shell does. */
public final class Programs {
    private Programs() {}

    /**
     * The file a command's first word stands for.
     *
     * @param word a name to be found on PATH, or a path when it has a slash
     * @param environment the variables of the command, PATH among them
     * @param workingDirectory what a relative path starts from; empty means that of this process
     */
    public static Optional<Path> find(String word, Map<String, String> environment, Optional<Path> workingDirectory) {
        Path directory = workingDirectory.orElse(Path.of("")).toAbsolutePath();
        if (word.contains("/")) {
            return Optional.of(directory.resolve(word)).filter(Programs::executable);
        }
        String[] folders = Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .split(environment.getOrDefault("PATH", "/usr/bin:/bin"), -1);
        return Stream.of(folders)
                .map(folder -> directory.resolve(folder).resolve(word))
                .filter(Programs::executable)
                .findFirst();
    }

    private static boolean executable(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
