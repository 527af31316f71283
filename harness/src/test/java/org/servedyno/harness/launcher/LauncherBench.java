package org.servedyno.harness.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A folder with copies of the launcher, JDKs that only pretend, and a Maven that only pretends; real shells run them. */
final class LauncherBench {
    private static final Path LAUNCHER =
            Path.of("..", "servedyno").toAbsolutePath().normalize();

    private final Path folder;
    private final List<String> environmentToClear = List.of("SERVEDYNO_JAVA", "SERVEDYNO_JAVA_OPTS", "JAVA_HOME");

    LauncherBench(Path folder) {
        this.folder = folder;
    }

    /** What a run of the launcher came to. */
    record Outcome(long pid, int exitCode, String out, String err) {}

    /** An unpacked distribution, without jars. */
    Path distribution(String name) throws IOException {
        Path home = Files.createDirectories(folder.resolve(name));
        Files.createDirectories(home.resolve("lib"));
        Path bin = Files.createDirectories(home.resolve("bin"));
        return Files.copy(LAUNCHER, bin.resolve("servedyno"));
    }

    /** A source tree whose Maven makes an empty distribution, notes each build in {@code builds.txt}, and takes a moment. */
    Path checkout(String name, String mavenBody) throws IOException {
        Path root = Files.createDirectories(folder.resolve(name));
        Files.createDirectories(root.resolve("harness/src/main/java"));
        Files.writeString(root.resolve("pom.xml"), "<project/>");
        Files.writeString(root.resolve("harness/pom.xml"), "<project/>");
        executable(root.resolve("mvnw"), mavenBody);
        return Files.copy(LAUNCHER, root.resolve("servedyno"));
    }

    static final String MAVEN_THAT_BUILDS = """
            echo "$*" >>builds.txt
            sleep 0.3
            mkdir -p harness/target/dist/servedyno/servedyno/lib
            """;

    /** A JDK whose java prints its process id and its arguments, one a line. */
    Path jdk(String name, String version) throws IOException {
        Path home = Files.createDirectories(folder.resolve(name));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        Path bin = Files.createDirectories(home.resolve("bin"));
        executable(bin.resolve("java"), """
                echo "pid=$$"
                echo "tracking=$OPT_OUT_TRACKING"
                for a in "$@"; do echo "[$a]"; done
                """);
        executable(bin.resolve("javac"), "exit 0\n");
        return home;
    }

    Outcome run(Path script, Map<String, String> environment, String... arguments) {
        Process process = start(script, environment, arguments);
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the launcher did not end within 60 s");
            }
            return new Outcome(
                    process.pid(),
                    process.exitValue(),
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8),
                    new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Starts the launcher in another folder than its own. */
    Process start(Path script, Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        environmentToClear.forEach(builder.environment()::remove);
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void executable(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("can't make " + file + " executable");
        }
    }
}
