package org.servedyno.probe.fake;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A C compiler, for the libraries that tests load in place of a driver's.
 *
 * @param name the command that starts it
 */
record CCompiler(String name) {
    /** The system's. */
    static final CCompiler SYSTEM = new CCompiler("cc");

    private static final List<String> COMPILE = List.of("-std=gnu11", "-O1", "-fPIC", "-fvisibility=default", "-c");
    private static final long LIMIT_S = 120;

    /**
     * Compiles sources that lie on the class path, in a temporary folder that goes with this process.
     *
     * @param beside the class that they lie beside
     * @param folder where, relative to it
     * @param names headers and sources
     * @return the object file of each source
     */
    List<Path> compile(Class<?> beside, String folder, List<String> names) {
        try {
            Path work = Files.createTempDirectory("fake-library");
            work.toFile().deleteOnExit();
            List<String> command = new ArrayList<>(COMPILE);
            List<Path> objects = new ArrayList<>();
            for (String name : names) {
                Path source = copy(beside, folder + name, work.resolve(name));
                if (name.endsWith(".c")) {
                    command.add(source.toString());
                    Path object = work.resolve(name.replaceFirst("\\.c$", ".o"));
                    object.toFile().deleteOnExit();
                    objects.add(object);
                }
            }
            run(work, command);
            return objects;
        } catch (IOException e) {
            throw new IllegalStateException("the fake library cannot be compiled", e);
        }
    }

    private static Path copy(Class<?> beside, String resource, Path to) throws IOException {
        try (InputStream in = beside.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException(resource + " is not on the test class path");
            }
            Files.copy(in, to);
        }
        to.toFile().deleteOnExit();
        return to;
    }

    /**
     * Links objects to a shared library.
     *
     * @param exports a linker's version script: what can be seen from outside
     */
    void link(Path library, String soname, String exports, List<Path> objects) {
        try {
            Path folder = Files.createDirectories(library.toAbsolutePath().getParent());
            Path script = Files.writeString(folder.resolve(library.getFileName() + ".exports"), exports);
            List<String> command = new ArrayList<>(List.of(
                    "-shared",
                    "-Wl,-Bsymbolic",
                    "-Wl,-soname," + soname,
                    "-Wl,--version-script=" + script,
                    "-o",
                    library.toString()));
            objects.forEach(object -> command.add(object.toString()));
            command.addAll(List.of("-ldl", "-lpthread"));
            run(folder, command);
            Files.delete(script);
        } catch (IOException e) {
            throw new IllegalStateException(library + " cannot be linked", e);
        }
    }

    /**
     * Runs it.
     *
     * @throws IOException if there is none, or it fails: with what to install, or with what it said
     */
    void run(Path folder, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(name));
        command.addAll(arguments);
        Process compiler;
        try {
            compiler = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw new IOException(
                    "these tests need a C compiler named " + name + " on the PATH (for example: apt install gcc)", e);
        }
        String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!compiler.waitFor(LIMIT_S, TimeUnit.SECONDS) || compiler.exitValue() != 0) {
                throw new IOException(String.join(" ", command) + " failed:\n" + output);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while compiling", e);
        }
    }
}
