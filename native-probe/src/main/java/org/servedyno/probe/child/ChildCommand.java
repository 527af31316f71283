package org.servedyno.probe.child;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The command line of a child JVM. */
final class ChildCommand {
    /**
     * Ctrl-C goes to every process of the terminal's group. A child ends when its stdin does, after it has written what it has, so it is
     * started with SIGINT ignored; the JVM leaves an ignored signal alone.
     */
    private static final List<String> WITHOUT_CTRL_C = List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh");

    private ChildCommand() {}

    static List<String> of(ChildSpec spec, Path temp) {
        List<String> command = new ArrayList<>(WITHOUT_CTRL_C);
        command.addAll(spec.prefix());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Djava.io.tmpdir=" + temp);
        command.add("-Djna.tmpdir=" + temp);
        command.add("-D" + ChildTemp.PROPERTY + "=" + temp);
        command.add("-Dfile.encoding=UTF-8");
        command.addAll(spec.jvmFlags());
        command.add("-cp");
        command.add(classPath());
        command.add(spec.mainClass());
        command.addAll(spec.arguments());
        return List.copyOf(command);
    }

    /**
     * This JVM's class path with absolute entries. A JVM run by {@code java -jar} has the jar alone here; its manifest's
     * Class-Path works for the child too, because the jar stands on the child's class path.
     */
    private static String classPath() {
        String ours = System.getProperty("java.class.path");
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(ours)
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
