package org.servedyno.probe.cuda.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import jcuda.driver.JCudaDriver;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory.Answer;

/**
 * Loads libcuda and the Java binding over it, once a process. A libcuda that lacks a function the binding knows is found out here only
 * where the process runs with {@code LD_BIND_NOW=1}; elsewhere the first call of that function ends the process.
 */
public final class DriverLibrary {
    /** What the binding's native part needs, by the name that every driver's library bears. */
    public static final String NAME = "libcuda.so.1";

    /** The CUDA version that the binding's native part was built for, 1000 times the major and 10 times the minor number. */
    public static final int BINDING_VERSION = JCudaDriver.CUDA_VERSION;

    private static final Path MAPS = Path.of("/proc/self/maps");

    private DriverLibrary() {}

    /**
     * Loads the library and calls {@code cuInit}.
     *
     * @param library the file to load; empty leaves it to the loader's search path
     * @throws DriverUnavailableException if it does not load, or answers anything but success
     */
    public static void start(Optional<Path> library) throws DriverUnavailableException {
        load(library);
        Answer answer = DriverCall.answer(JCudaDriver.cuInit(0));
        if (!answer.success()) {
            throw new DriverUnavailableException(InitFaults.of(name(library), answer));
        }
    }

    /** Loads the library, and calls nothing in it. */
    static void load(Optional<Path> library) throws DriverUnavailableException {
        refuseOtherPlatforms();
        try {
            // Once it is loaded, the binding's need for a library of this name is met by it.
            library.ifPresent(path -> System.load(path.toAbsolutePath().toString()));
            JCudaDriver.setExceptionsEnabled(false);
        } catch (LinkageError e) {
            throw new DriverUnavailableException(LoadFaults.of(name(library), e));
        }
    }

    private static void refuseOtherPlatforms() throws DriverUnavailableException {
        String system = System.getProperty("os.name");
        String processor = System.getProperty("os.arch");
        if (!system.equals("Linux") || !processor.equals("amd64")) {
            throw new DriverUnavailableException(LoadFaults.unsupportedPlatform(system, processor));
        }
    }

    static String name(Optional<Path> library) {
        return library.map(Path::toString).orElse(NAME);
    }

    /** The file in use, which is the one that is mapped: the loader may have found it in a place nobody thought of. */
    static Reading<String> mapped() {
        try (Stream<String> lines = Files.lines(MAPS, StandardCharsets.UTF_8)) {
            return lines.filter(line -> line.indexOf('/') >= 0)
                    .map(line -> line.substring(line.indexOf('/')))
                    .filter(file -> file.substring(file.lastIndexOf('/') + 1).startsWith("libcuda.so"))
                    .findFirst()
                    .map(Reading::of)
                    .orElseGet(() -> Reading.absent("no file named libcuda.so* is mapped"));
        } catch (IOException e) {
            return Reading.absent(MAPS + " cannot be read");
        }
    }

    /** A version as CUDA counts it, for example 12040, in the usual form. */
    public static String version(int number) {
        return String.format(Locale.ROOT, "%d.%d", number / 1000, number % 1000 / 10);
    }
}
