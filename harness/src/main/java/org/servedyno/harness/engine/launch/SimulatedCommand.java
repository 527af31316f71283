package org.servedyno.harness.engine.launch;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.servedyno.harness.plan.EngineSettings;

/** {@code engine: sim}: this JVM's own java and class path run {@code servedyno engine-sim}. */
public final class SimulatedCommand implements EngineCommandLine {
    private static final String MAIN_CLASS = "org.servedyno.harness.cli.Main";

    /** A server of short life beside others on few cores: a small heap, one collector thread, the quick compiler only. */
    private static final List<String> JVM_FLAGS = List.of(
            "-Xms64m",
            "-Xmx512m",
            "-Xss512k",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Xshare:auto",
            "-Dfile.encoding=UTF-8");

    @Override
    public EngineLaunch of(LaunchFacts facts) {
        EngineSettings settings = EngineSettings.of(facts.configuration());
        List<String> arguments = arguments(facts, settings);
        List<String> command = new ArrayList<>(settings.launchPrefix());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM_FLAGS);
        command.addAll(List.of("-cp", classPath(), MAIN_CLASS));
        command.addAll(arguments);
        List<String> shown = new ArrayList<>(settings.launchPrefix());
        shown.add("servedyno");
        shown.addAll(arguments);
        return new EngineLaunch(command, shown, facts.configuration().environment());
    }

    private static List<String> arguments(LaunchFacts facts, EngineSettings settings) {
        List<String> words = new ArrayList<>(List.of("engine-sim", "--host", "127.0.0.1", "--port", facts.port()));
        words.addAll(List.of("--model", facts.configuration().model()));
        words.addAll(List.of("--profile", settings.profile()));
        words.addAll(List.of("--chip", settings.chip()));
        words.addAll(List.of("--precision", settings.precision()));
        words.addAll(List.of("--tensor-parallel", Integer.toString(settings.tensorParallel())));
        words.addAll(List.of("--noise", Double.toString(settings.noiseSigma())));
        words.addAll(List.of("--start-seconds", Double.toString(settings.startSeconds())));
        settings.fail().ifPresent(kind -> words.addAll(List.of("--fail", kind)));
        facts.seed().ifPresent(seed -> words.addAll(List.of("--seed", Long.toString(seed))));
        facts.gpuState().ifPresent(file -> words.addAll(List.of("--gpu-state", file.toString())));
        words.addAll(List.of("--gpus", indices(settings.tensorParallel())));
        words.addAll(Flags.of(facts.configuration().args()));
        return words;
    }

    /** A simulated engine takes the first GPUs of its simulated node. */
    private static String indices(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    /** With absolute entries, as the engine may run in another folder. */
    private static String classPath() {
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(System.getProperty("java.class.path"))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
