package org.servedyno.probe.fake;

import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A libnvidia-ml of our own in a folder of its own, with its script beside it. Each folder's library keeps its own state, in every
 * process that loads it, so tests do not disturb each other. A node without a script is {@link FakeNode#healthy() healthy}.
 *
 * @param library the shared library
 */
public record FakeNvml(Path library) {
    private static final String SONAME = "libnvidia-ml.so.1";
    private static final List<String> SOURCES = List.of(
            "fake.h",
            "script.c",
            "store.c",
            "counters.c",
            "calls.c",
            "node.c",
            "device.c",
            "memory.c",
            "power.c",
            "link.c",
            "fields.c",
            "gpm.c",
            "events.c");

    /** The object files, compiled when the first test of this process needs them. */
    private static final class Compiled {
        static final List<Path> OBJECTS = CCompiler.SYSTEM.compile(FakeNvml.class, "nvml/", SOURCES);
    }

    /** The library in this folder, under the name by which programs load it. */
    public static FakeNvml in(Path folder) {
        return named(folder.resolve(SONAME));
    }

    /** The library at this path, without some of its functions, as an older driver's would be. */
    public static FakeNvml named(Path library, String... missingSymbols) {
        String hidden = Stream.of(missingSymbols).map(symbol -> symbol + ";").collect(Collectors.joining(" "));
        CCompiler.SYSTEM.link(
                library, SONAME, "{ global: nvml*; fake[A-Z]*; local: " + hidden + " *; };", Compiled.OBJECTS);
        return new FakeNvml(library);
    }

    /** Has it show this node, from now on: also where it is loaded already. */
    public FakeNvml show(FakeNode node) {
        Path script = library.resolveSibling("nvml.script");
        Path next = library.resolveSibling("nvml.script.next");
        try {
            Files.writeString(next, node.text());
            Files.move(next, script, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new IllegalStateException(script + " cannot be written", e);
        }
        return this;
    }

    /** How often this process has called a function. */
    public int calls(String symbol) {
        return ask("fakeCalls", symbol);
    }

    /** How often this process has asked for a field. */
    public int fieldAsked(int field) {
        return ask("fakeFieldAsked", field);
    }

    /** Inits of this process that no shutdown has undone. */
    public int inits() {
        return ask("fakeInits");
    }

    /** How often this process took a GPM sample while another one was being taken. */
    public int gpmOverlaps() {
        return ask("fakeGpmOverlaps");
    }

    /** GPM samples of this process that are allocated and not freed. */
    public int gpmSamples() {
        return ask("fakeGpmSamples");
    }

    private int ask(String symbol, Object... arguments) {
        return NativeLibrary.getInstance(library.toString()).getFunction(symbol).invokeInt(arguments);
    }
}
