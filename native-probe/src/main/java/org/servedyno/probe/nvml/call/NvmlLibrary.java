package org.servedyno.probe.nvml.call;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;

/**
 * The loaded library, called by symbol. A symbol that an older driver lacks answers {@code FUNCTION_NOT_FOUND}, so that it
 * costs one value and no more. Safe for several threads.
 */
public final class NvmlLibrary implements NvmlCalls {
    static final String ENVIRONMENT_NAME = "SERVEDYNO_NVML";

    /** Containers and WSL have the first name only. */
    private static final List<String> NAMES = List.of("libnvidia-ml.so.1", "libnvidia-ml.so");

    private final String name;
    private final NativeLibrary library;
    private final Map<String, Optional<Function>> functions = new ConcurrentHashMap<>();

    private final String mappedFile;

    private NvmlLibrary(String name, NativeLibrary library) {
        this.name = name;
        this.library = library;
        this.mappedFile = new MappedFiles().holding(address(library)).orElse(name);
    }

    private static long address(NativeLibrary library) {
        try {
            return Pointer.nativeValue(library.getFunction("nvmlInit_v2"));
        } catch (UnsatisfiedLinkError e) {
            // Whatever this library is, it will answer FUNCTION_NOT_FOUND to the first call.
            return 0;
        }
    }

    /**
     * Loads the named library and no other, else the usual names.
     *
     * @param explicit a path given by the user; empty for none
     * @param environment the process environment
     */
    public static NvmlLibrary load(Optional<Path> explicit, Map<String, String> environment)
            throws ProbeUnavailableException {
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
    public String name() {
        return name;
    }

    @Override
    public String library() {
        return mappedFile;
    }

    @Override
    public NvmlReturn call(String symbol, Object... arguments) {
        Optional<Function> function = functions.computeIfAbsent(symbol, this::find);
        return function.map(found -> new NvmlReturn(found.invokeInt(forC(arguments))))
                .orElse(NvmlReturn.FUNCTION_NOT_FOUND);
    }

    private static Object[] forC(Object[] arguments) {
        Object[] plain = new Object[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            plain[i] = arguments[i] instanceof InOut both ? pointed(both) : arguments[i];
        }
        return plain;
    }

    private static Object pointed(InOut both) {
        both.inner()
                .ifPresent(inner -> both.buffer()
                        .putLong(
                                inner.addressAt(), Pointer.nativeValue(Native.getDirectBufferPointer(inner.buffer()))));
        return both.buffer();
    }

    @Override
    public Reading<String> file(Path path) {
        try {
            return Reading.of(Files.readString(path, StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Reading.absent(path + " cannot be read: " + e.getClass().getSimpleName());
        }
    }

    @Override
    public ClockAnchor now() {
        return ClockAnchor.now();
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
