package org.servedyno.probe.fake;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A libcuda of our own, built with the system's C compiler: the functions of {@code cuda.c}, and of every other function that the Java
 * binding needs a stub that answers 801, not supported.
 */
public final class FakeCuda {
    private static final Pattern DEFINED = Pattern.compile("(?m)^int (cu\\w+)\\(");

    private final Path library;

    private FakeCuda(Path library) {
        this.library = library;
    }

    /** The library without these functions, in a folder that is made for it. */
    public static FakeCuda build(Path folder, String... missing) throws IOException {
        Files.createDirectories(folder);
        String code = resource("cuda/cuda.c");
        Set<String> stubbed = new HashSet<>(resource("cuda/names.txt").lines().toList());
        DEFINED.matcher(code).results().forEach(match -> stubbed.remove(match.group(1)));
        StringBuilder stubs = new StringBuilder("\n");
        stubbed.stream()
                .sorted()
                .forEach(name -> stubs.append("int ")
                        .append(name)
                        .append("(void) { HOOK(\"" + name + "\"); return NOT_SUPPORTED; }\n"));
        Path source = Files.writeString(folder.resolve("cuda.c"), code + stubs);
        Path library = folder.resolve("libcuda.so.1");
        List<String> command = new ArrayList<>(List.of("-shared", "-fPIC", "-Wl,-soname,libcuda.so.1"));
        for (String name : missing) {
            // Under another name it is not there for those who look for it.
            command.add("-D" + name + "=missing_" + name);
        }
        command.addAll(List.of("-o", library.toString(), source.toString(), "-lm", "-ldl"));
        CCompiler.SYSTEM.run(folder, command);
        return new FakeCuda(library);
    }

    /** Says how it behaves, in the lines of {@code cuda.c}'s head. */
    public FakeCuda script(String... lines) throws IOException {
        Files.writeString(Path.of(library + ".script"), String.join("\n", lines) + "\n");
        return this;
    }

    /** The file to load. */
    public Path library() {
        return library;
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = FakeCuda.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException(name + " is not on the test class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
