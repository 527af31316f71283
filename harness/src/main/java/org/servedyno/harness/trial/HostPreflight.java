package org.servedyno.harness.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.servedyno.bench.load.OpenFiles;
import org.servedyno.harness.engine.FailureClass;
import org.servedyno.harness.plan.EngineSettings;
import org.servedyno.harness.process.system.FreePort;
import org.servedyno.harness.process.system.LivingProcess;
import org.servedyno.harness.process.system.OpenFileLimit;
import org.servedyno.harness.process.system.PortOwner;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Workload;
import org.servedyno.results.model.gpu.GateResult;

/**
 * The gates on this machine before a start: open files, disk, port, what earlier trials have left, request sets. It remembers the processes
 * that no signal could end, since no trial may start beside one. Used by one thread.
 */
final class HostPreflight {
    /** Traces and request logs of one trial stay far below this; a disk this full is full before the study ends. */
    private static final long LEAST_FREE_MIB = 256;

    private static final long SCARCE_MIB = 2048;

    private final TrialSetting setting;
    private final List<LivingProcess> leftOver = new ArrayList<>();

    HostPreflight(TrialSetting setting) {
        this.setting = setting;
    }

    /** Remembers what a teardown could not end. */
    void remember(List<LivingProcess> left) {
        leftOver.addAll(left);
    }

    /** Judges the machine for a trial of this configuration; takes milliseconds. */
    List<GateResult> check(Configuration configuration) {
        return List.of(openFiles(connections()), disk(), port(configuration), leftOver(), requestSets());
    }

    /** The failure that a trial refused by this gate is called by. */
    static String failureClass(GateResult failed) {
        return switch (failed.id()) {
            case "HOST-1" -> FailureClass.FD_LIMIT.word();
            case "HOST-3" -> FailureClass.PORT_IN_USE.word();
            case "HOST-4" -> FailureClass.LEFTOVER_PROCESS.word();
            default -> "preflight";
        };
    }

    private int connections() {
        return setting.study().workloads().stream()
                .mapToInt(HostPreflight::connections)
                .max()
                .orElse(1);
    }

    private static int connections(Workload workload) {
        return Math.min(workload.prompts(), workload.concurrency().orElse(workload.prompts()));
    }

    private static GateResult openFiles(int connections) {
        try {
            return openFiles(connections, OpenFiles.softLimit(), userLimit());
        } catch (IOException e) {
            return new Gate("HOST-1", "open files enough", "").skip("the limit can't be read: " + e.getMessage());
        }
    }

    private static OptionalLong userLimit() {
        return OpenFileLimit.ofUser()
                .toOptional()
                .filter(limit -> !limit.equals("unlimited"))
                .map(limit -> OptionalLong.of(Long.parseLong(limit)))
                .orElse(OptionalLong.empty());
    }

    /**
     * Judges the limits of open files.
     *
     * @param client the load generator's limit; empty for none, or none that is known
     * @param engine the limit the engine is started with, likewise
     */
    static GateResult openFiles(int connections, OptionalLong client, OptionalLong engine) {
        long needed = (long) connections + OpenFiles.MARGIN;
        Gate gate = new Gate(
                "HOST-1",
                String.format(Locale.ROOT, "%d open files for %d connections", needed, connections),
                "raise the limit (ulimit -n), or give the workload a lower concurrency");
        String seen = "client " + words(client) + ", engine " + words(engine);
        if (client.isPresent() && client.getAsLong() < needed) {
            return gate.fail(seen);
        }
        return engine.isPresent() && engine.getAsLong() < needed ? gate.warn(seen) : gate.pass(seen);
    }

    private static String words(OptionalLong limit) {
        return limit.isPresent() ? Long.toString(limit.getAsLong()) : "no limit told";
    }

    private GateResult disk() {
        Path folder = setting.run().path();
        try {
            return disk(Files.getFileStore(folder).getUsableSpace() / (1024 * 1024));
        } catch (IOException e) {
            return new Gate("HOST-2", "room for the results", "").skip(folder + " does not tell: " + e.getMessage());
        }
    }

    static GateResult disk(long freeMiB) {
        Gate gate = new Gate(
                "HOST-2",
                "at least " + LEAST_FREE_MIB + " MiB free for the results",
                "free space on the disk of the run directory, or choose another with --runs-dir");
        String seen = freeMiB + " MiB free";
        if (freeMiB < LEAST_FREE_MIB) {
            return gate.fail(seen);
        }
        return freeMiB < SCARCE_MIB ? gate.warn(seen) : gate.pass(seen);
    }

    private static GateResult port(Configuration configuration) {
        OptionalInt port = EngineSettings.of(configuration).port();
        if (port.isEmpty() || configuration.engine().equals("attach")) {
            return new Gate("HOST-3", "the plan's port is free", "").skip("the plan names no port to start on");
        }
        int number = port.getAsInt();
        Gate gate = new Gate(
                "HOST-3",
                "port " + number + " is free",
                "stop that process yourself, or leave the port out of the plan, so that a free one is chosen");
        return FreePort.isFree(number)
                ? gate.pass("free")
                : gate.fail("port " + number + " is taken by " + PortOwner.describe(number));
    }

    private GateResult leftOver() {
        Gate gate = new Gate(
                "HOST-4",
                "no engine of an earlier trial is left",
                "end these processes; one that SIGKILL does not end may need a restart of the machine");
        String living = leftOver.stream()
                .filter(left -> ProcessHandle.of(left.pid())
                        .filter(ProcessHandle::isAlive)
                        .isPresent())
                .map(LivingProcess::toString)
                .collect(Collectors.joining(", "));
        return living.isEmpty() ? gate.pass("none") : gate.fail("still alive: " + living);
    }

    private GateResult requestSets() {
        Gate gate = new Gate(
                "HOST-5",
                "a sealed request set for each workload, counted with "
                        + setting.study().tokenizer(),
                "resume the study: what is missing is built again from the plan");
        List<String> missing = setting.requestSets().entrySet().stream()
                .filter(set -> !Files.isReadable(set.getValue()))
                .map(set -> set.getKey() + " (" + set.getValue() + ")")
                .sorted()
                .toList();
        return missing.isEmpty()
                ? gate.pass(setting.requestSets().size() + " sealed")
                : gate.fail("can't be read: " + String.join(", ", missing));
    }

    /** One gate of the node, and its answers. */
    private record Gate(String id, String expected, String advice) {
        GateResult pass(String seen) {
            return result(GateResult.Status.PASS, GateResult.Effect.NONE, seen, "");
        }

        GateResult warn(String seen) {
            return result(GateResult.Status.WARN, GateResult.Effect.NONE, seen, advice);
        }

        GateResult fail(String seen) {
            return result(GateResult.Status.FAIL, GateResult.Effect.INVALID, seen, advice);
        }

        GateResult skip(String reason) {
            return result(GateResult.Status.SKIP, GateResult.Effect.NONE, reason, "");
        }

        private GateResult result(GateResult.Status status, GateResult.Effect effect, String seen, String next) {
            return new GateResult(id, OptionalInt.empty(), status, effect, expected, seen, next);
        }
    }
}
