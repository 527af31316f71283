package org.servedyno.probe.nvml.call;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.servedyno.probe.ProbeUnavailableException;

/** Loads NVML in a process of its own, and tells by which name and from which file. */
public final class LoadedLibrary {
    private LoadedLibrary() {}

    /** Runs it; the argument is a path, none means the usual names. */
    public static void main(String[] arguments) {
        Optional<Path> explicit = arguments.length == 0 ? Optional.empty() : Optional.of(Path.of(arguments[0]));
        try {
            NvmlLibrary library = NvmlLibrary.load(explicit, Map.of());
            System.out.println(library.name() + " from " + library.library());
            System.out.println(library.call("nvmlInit_v2").name());
        } catch (ProbeUnavailableException e) {
            System.out.println("tried " + e.tried());
        }
    }
}
