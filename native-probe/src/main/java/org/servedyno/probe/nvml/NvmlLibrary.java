package org.servedyno.probe.nvml;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.servedyno.probe.ProbeUnavailableException;

/**
 * The loaded library, called by symbol. A symbol that an older driver lacks answers {@code FUNCTION_NOT_FOUND}, so that it
 * costs one value and no more. Used by one thread at a time.
 */
final class NvmlLibrary {
    static final String ENVIRONMENT_NAME = "SERVEDYNO_NVML";

    /** Containers and WSL have the first name only. */
    private static final List<String> NAMES = List.of("libnvidia-ml.so.1", "libnvidia-ml.so");

    private final String name;
    private final NativeLibrary library;
    private final Map<String, Optional<Function>> functions = new HashMap<>();

    private NvmlLibrary(String name, NativeLibrary library) {
        this.name = name;
        this.library = library;
    }

    /**
     * Loads the named library and no other, else the usual names.
     *
     * @param explicit a path given by the user; empty for none
     * @param environment the process environment
     */
    static NvmlLibrary load(Optional<Path> explicit, Map<String, String> environment) throws ProbeUnavailableException {
        Optional<String> fromEnvironment =
                Optional.ofNullable(environment.get(ENVIRONMENT_NAME)).filter(value -> !value.isBlank());
        if (explicit.isPresent()) {
            return loadFirst(List.of(explicit.get().toAbsolutePath().toString()), "check the path given with --nvml");
        }
        if (fromEnvironment.isPresent()) {
            String path = Path.of(fromEnvironment.get()).toAbsolutePath().toString();
            return loadFirst(List.of(path), "check the path in " + ENVIRONMENT_NAME);
        }
        return loadFirst(
                NAMES,
                "install the NVIDIA driver, or give this container its GPUs; --nvml PATH or " + ENVIRONMENT_NAME
                        + " names another library, --simulate h100-sxm simulates one");
    }

    /** The first of these that loads. */
    static NvmlLibrary loadFirst(List<String> names, String nextStep) throws ProbeUnavailableException {
        List<String> answers = new ArrayList<>();
        for (String name : names) {
            try {
                return new NvmlLibrary(name, NativeLibrary.getInstance(name));
            } catch (UnsatisfiedLinkError e) {
                answers.add(firstLine(e));
            }
        }
        throw new ProbeUnavailableException(
                names,
                "NVML does not load: "
                        + String.join("; ", answers.stream().distinct().toList()),
                nextStep);
    }

    private static String firstLine(UnsatisfiedLinkError error) {
        String message = String.valueOf(error.getMessage()).strip();
        int end = message.indexOf('\n');
        String line = end < 0 ? message : message.substring(0, end).strip();
        return line.endsWith(":") ? line.substring(0, line.length() - 1) : line;
    }

    /** The name or path it was loaded by. */
    String name() {
        return name;
    }

    /** The file that is mapped. */
    String file() {
        return library.getFile() == null ? name : library.getFile().getPath();
    }

    /**
     * Calls a function that returns {@code nvmlReturn_t}.
     *
     * @param arguments {@code Pointer}, {@code Integer} or {@code Long}, as the C signature has them
     */
    NvmlReturn call(String symbol, Object... arguments) {
        Optional<Function> function = functions.computeIfAbsent(symbol, this::find);
        return function.map(found -> new NvmlReturn(found.invokeInt(arguments))).orElse(NvmlReturn.FUNCTION_NOT_FOUND);
    }

    private Optional<Function> find(String symbol) {
        try {
            return Optional.of(library.getFunction(symbol));
        } catch (UnsatisfiedLinkError e) {
            // An older driver: the caller sees FUNCTION_NOT_FOUND, as NVML itself would name it.
            return Optional.empty();
        }
    }
}
