package org.servedyno.bench.micro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.servedyno.probe.cuda.CudaProbe;
import org.servedyno.probe.cuda.CudaRequest;
import org.servedyno.probe.cuda.SmClockWatch;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.CudaInventory.Fault;

/**
 * Runs the CUDA benchmarks; takes JMH's own options. Ends with 0 when all ran, with 1 when CUDA's driver cannot be used here or a
 * benchmark failed, with 2 when the command line is wrong. The library is the one that {@code SERVEDYNO_CUDA} names, else {@code
 * libcuda.so.1}.
 */
public final class CudaBenchmarksMain {
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private CudaBenchmarksMain() {}

    /** Runs the benchmarks. */
    public static void main(String[] arguments) throws InterruptedException, IOException {
        System.exit(run(arguments));
    }

    private static int run(String[] arguments) throws InterruptedException, IOException {
        CommandLineOptions chosen;
        try {
            chosen = new CommandLineOptions(arguments);
        } catch (CommandLineOptionException e) {
            System.err.println("CUDA benchmarks: " + e.getMessage());
            return USAGE;
        }
        // In a process of its own first: a library that lacks a function would take a fork along without a word.
        CudaInventory cuda =
                CudaProbe.read(CudaRequest.of(Optional.empty(), System.getenv(), false), SmClockWatch.none());
        if (cuda.fault().isPresent() || cuda.devices().isEmpty()) {
            return refuse(cuda.fault());
        }
        Path temp = Files.createTempDirectory("servedyno-micro-");
        try {
            new Runner(options(chosen, temp)).run();
            return 0;
        } catch (RunnerException e) {
            System.err.println("CUDA benchmarks: " + e.getMessage());
            return FAILED;
        } finally {
            delete(temp);
        }
    }

    private static int refuse(Optional<Fault> fault) {
        System.err.println("CUDA benchmarks: CUDA's driver cannot be used here, nothing was measured");
        fault.ifPresent(why -> {
            System.err.println("  tried: " + String.join(", ", why.tried()));
            System.err.println("  seen:  " + why.seen());
            System.err.println("  next:  " + why.nextStep());
        });
        return FAILED;
    }

    /** Forks one after the other, each unpacking the binding into a folder that no other process unpacks into. */
    private static Options options(CommandLineOptions chosen, Path temp) {
        OptionsBuilder options = new OptionsBuilder();
        options.parent(chosen)
                .shouldFailOnError(true)
                .jvmArgsAppend("-Djava.io.tmpdir=" + temp, "-XX:ErrorFile=" + temp.resolve("crash.log"));
        if (chosen.getIncludes().isEmpty()) {
            options.include(CudaBenchmarksMain.class.getPackageName() + ".Cuda");
        }
        return options.build();
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> inner = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : inner) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException stays) {
            // A file that stays in the temporary folder harms nobody.
        }
    }
}
