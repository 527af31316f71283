package org.servedyno.probe.jmh;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import joptsimple.OptionException;
import joptsimple.OptionParser;
import joptsimple.OptionSet;
import joptsimple.OptionSpec;
import org.openjdk.jmh.profile.ProfilerException;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.trace.TraceSpec;

/**
 * What the profiler is asked for.
 *
 * @param gpus indices of the GPUs to record; empty means all
 * @param periodMs time between samples, in the range of a {@link TraceSpec}
 * @param library the NVML library to load; empty takes the driver's own
 */
record ProfilerOptions(List<Integer> gpus, long periodMs, Optional<Path> library) {
    private static final int MS_PER_SECOND = 1000;
    private static final int MOST_HZ = (int) (MS_PER_SECOND / TraceSpec.MIN_PERIOD_MS);
    private static final int DEFAULT_HZ = (int) (MS_PER_SECOND / TraceSpec.DEFAULT_PERIOD_MS);

    ProfilerOptions {
        gpus = List.copyOf(gpus);
    }

    /**
     * Reads {@code hz=10;gpu=0,1;nvml=/path}, each of them optional.
     *
     * @throws ProfilerException if an option is not known or its value makes no sense; with {@code help}, which it tells
     */
    static ProfilerOptions parse(String line) throws ProfilerException {
        OptionParser parser = new OptionParser();
        OptionSpec<Integer> hz = parser.accepts("hz", "Looks a second, 1 to " + MOST_HZ + ".")
                .withRequiredArg()
                .ofType(Integer.class)
                .describedAs("N")
                .defaultsTo(DEFAULT_HZ);
        OptionSpec<Integer> gpu = parser.accepts("gpu", "Record these GPUs alone, by NVML's index.")
                .withRequiredArg()
                .ofType(Integer.class)
                .withValuesSeparatedBy(',')
                .describedAs("N,...");
        OptionSpec<String> nvml = parser.accepts(
                        "nvml", "The NVML library to load (default: SERVEDYNO_NVML, else libnvidia-ml.so.1).")
                .withRequiredArg()
                .describedAs("PATH");
        parser.accepts("help", "Show these options.");
        try {
            OptionSet given = parser.parse(Arrays.stream(line.split(";"))
                    .filter(option -> !option.isBlank())
                    .map(option -> "--" + option.strip())
                    .toArray(String[]::new));
            if (given.has("help")) {
                throw new ProfilerException(help(parser));
            }
            return checked(given.valueOf(hz), given.valuesOf(gpu), Optional.ofNullable(given.valueOf(nvml)));
        } catch (OptionException e) {
            throw new ProfilerException("GPU profiler: " + e.getMessage() + System.lineSeparator() + help(parser));
        }
    }

    private static String help(OptionParser parser) {
        StringWriter text = new StringWriter();
        try {
            parser.printHelpOn(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static ProfilerOptions checked(int hz, List<Integer> gpus, Optional<String> library)
            throws ProfilerException {
        if (hz < 1 || hz > MOST_HZ) {
            throw new ProfilerException("GPU profiler: hz is 1 to " + MOST_HZ + ", not " + hz);
        }
        if (gpus.stream().anyMatch(index -> index < 0)) {
            throw new ProfilerException("GPU profiler: gpu counts from 0: " + gpus);
        }
        return new ProfilerOptions(gpus, Math.round((double) MS_PER_SECOND / hz), library.map(Path::of));
    }

    /** The recording to ask for. */
    TraceSpec spec(Path trace) {
        return new TraceSpec(new ProbeSource.Nvml(library), gpus, periodMs, trace);
    }
}
