package org.servedyno.probe.child;

import java.nio.file.Path;
import java.util.List;

/**
 * A child JVM to start.
 *
 * @param name what it is called in messages, for example {@code load generator}
 * @param mainClass the class whose {@code main} runs, by its full name
 * @param jvmFlags flags for the JVM, for example {@code -Xmx1g}
 * @param arguments arguments for {@code main}
 * @param prefix command put before it, for example {@code taskset -c 3}; empty for none
 * @param workingDirectory where it runs
 */
public record ChildSpec(
        String name,
        String mainClass,
        List<String> jvmFlags,
        List<String> arguments,
        List<String> prefix,
        Path workingDirectory) {
    public ChildSpec {
        jvmFlags = List.copyOf(jvmFlags);
        arguments = List.copyOf(arguments);
        prefix = List.copyOf(prefix);
    }

    /** A child with no flags and no prefix, in this process's working directory. */
    public static ChildSpec of(String name, Class<?> mainClass, String... arguments) {
        return new ChildSpec(name, mainClass.getName(), List.of(), List.of(arguments), List.of(), Path.of(""));
    }

    /** The same child with these JVM flags. */
    public ChildSpec withJvmFlags(String... flags) {
        return new ChildSpec(name, mainClass, List.of(flags), arguments, prefix, workingDirectory);
    }
}
