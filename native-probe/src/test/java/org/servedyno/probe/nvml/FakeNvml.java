package org.servedyno.probe.nvml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Builds a small libnvidia-ml of our own with the system's C compiler. */
public final class FakeNvml {
    private static final String SOURCE = "/fake-nvml/nvml.c";

    private FakeNvml() {}

    /** The library with these macros defined, for example {@code INIT_RETURN=9}. */
    public static Path build(Path folder, String... macros) throws IOException, InterruptedException {
        Path source = folder.resolve("nvml.c");
        try (InputStream in = FakeNvml.class.getResourceAsStream(SOURCE)) {
            if (in == null) {
                throw new IOException(SOURCE + " is not on the test class path");
            }
            Files.write(source, in.readAllBytes());
        }
        Path library = folder.resolve("libnvidia-ml.so.1");
        List<String> command = new ArrayList<>(List.of("cc", "-shared", "-fPIC", "-Wl,-soname,libnvidia-ml.so.1"));
        for (String macro : macros) {
            command.add("-D" + macro);
        }
        command.addAll(List.of("-o", library.toString(), source.toString()));
        run(command);
        return library;
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Process compiler;
        try {
            compiler = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new IOException(
                    "these tests need a C compiler named cc on the PATH (for example: apt install gcc)", e);
        }
        String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!compiler.waitFor(60, TimeUnit.SECONDS) || compiler.exitValue() != 0) {
            throw new IOException("the fake NVML does not compile:\n" + output);
        }
    }
}
