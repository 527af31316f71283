package org.servedyno.probe.cuda.driver;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.servedyno.results.model.gpu.CudaInventory.Fault;
import org.servedyno.results.model.gpu.CudaInventory.Fault.Kind;

/** What the loader's complaints mean. */
final class LoadFaults {
    /** The loader's own words come after the name of the file that it was loading. */
    private static final Pattern COMPLAINT =
            Pattern.compile("(?m)^(?:java\\.lang\\.UnsatisfiedLinkError: )?/\\S+: (.+)$");

    private static final Pattern MISSING = Pattern.compile("undefined symbol: (\\w+)");

    private LoadFaults() {}

    static Fault unsupportedPlatform(String system, String processor) {
        return new Fault(
                Kind.UNSUPPORTED_PLATFORM,
                List.of("the native part of the Java binding"),
                "it exists for Linux on x86-64; this is " + system + " on " + processor,
                "use --no-cuda; what NVML says does not need it");
    }

    /**
     * The fault behind an error of the loader.
     *
     * @param library what was to be loaded
     * @param error what the loader threw
     */
    static Fault of(String library, LinkageError error) {
        String message = String.valueOf(error.getMessage());
        String complaint = lastComplaint(message)
                .orElseGet(() -> message.lines().findFirst().orElse("no reason given"));
        Matcher missing = MISSING.matcher(complaint);
        if (missing.find()) {
            return new Fault(
                    Kind.MISSING_SYMBOL,
                    List.of(library),
                    library + " lacks " + missing.group(1),
                    "it is older than CUDA 12.0 (driver 525) or not a driver's library: install the driver's libcuda.so.1, or name it"
                            + " with --cuda");
        }
        return new Fault(
                Kind.NO_LIBRARY,
                List.of(library),
                complaint,
                "install the NVIDIA driver's libcuda.so.1 (in a container: run it with the compute capability), or name it with"
                        + " --cuda or SERVEDYNO_CUDA");
    }

    private static Optional<String> lastComplaint(String message) {
        Stream<String> all = COMPLAINT.matcher(message).results().map(match -> match.group(1));
        return all.reduce((before, last) -> last);
    }
}
