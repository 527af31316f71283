package org.servedyno.harness.cli.probe;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.servedyno.probe.cuda.CudaRequest;
import picocli.CommandLine.Option;

/** The options that say whether and how CUDA's driver is asked. */
public final class CudaOptions {
    @Option(
            names = "--deep",
            description =
                    "Measure copies and a compute load on every GPU, too; takes seconds a GPU, which must be idle.")
    private boolean deep;

    @Option(
            names = "--cuda",
            paramLabel = "PATH",
            description = "The libcuda to load (default: SERVEDYNO_CUDA, else libcuda.so.1).")
    private @Nullable Path library;

    @Option(names = "--no-cuda", description = "Do not ask CUDA's driver.")
    private boolean none;

    /** Made and filled by picocli. */
    @SuppressWarnings("NullAway.Init") // picocli fills the fields
    public CudaOptions() {}

    /**
     * Adds what contradicts itself.
     *
     * @param elsewhere the option that takes what is shown from elsewhere than this node; empty for none
     */
    public void refuseContradictions(Optional<String> elsewhere, List<String> problems) {
        if (none && (deep || library != null)) {
            problems.add("--no-cuda asks no CUDA driver: leave out --no-cuda, or --deep and --cuda");
        }
        if (elsewhere.isPresent() && (deep || library != null)) {
            problems.add(
                    elsewhere.get() + " asks no CUDA driver: leave out " + elsewhere.get() + ", or --deep and --cuda");
        }
    }

    /** What to ask; empty with {@code --no-cuda}. */
    public Optional<CudaRequest> request(Map<String, String> environment) {
        return none ? Optional.empty() : Optional.of(CudaRequest.of(Optional.ofNullable(library), environment, deep));
    }
}
