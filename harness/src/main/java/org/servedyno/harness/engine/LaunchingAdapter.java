package org.servedyno.harness.engine;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import org.servedyno.harness.engine.http.ApiKey;
import org.servedyno.harness.engine.http.EngineHttp;
import org.servedyno.harness.engine.launch.EngineCommandLine;
import org.servedyno.harness.engine.launch.EngineLaunch;
import org.servedyno.harness.engine.launch.LaunchFacts;
import org.servedyno.harness.plan.EngineSettings;
import org.servedyno.harness.process.GroupCommand;
import org.servedyno.harness.process.GroupStartException;
import org.servedyno.harness.process.ProcessGroup;
import org.servedyno.harness.process.StopPolicy;
import org.servedyno.harness.process.Teardown;
import org.servedyno.harness.process.system.FreePort;
import org.servedyno.harness.process.system.PortOwner;
import org.servedyno.harness.process.system.SecretMask;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Hardware;

/** Engines that we start: as a process group of their own, on a port of 127.0.0.1. */
final class LaunchingAdapter implements EngineAdapter {
    /** An engine that failed to start has no work to finish. */
    private static final StopPolicy AFTER_FAILURE =
            new StopPolicy(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(10));

    /** The size of the environment moves the stack, and with it the speed of native code: each trial draws its own. */
    private static final String PADDING_VARIABLE = "SERVEDYNO_PADDING";

    private static final int LONGEST_PADDING = 4096;

    private final EngineCommandLine commandLine;

    LaunchingAdapter(EngineCommandLine commandLine) {
        this.commandLine = commandLine;
    }

    @Override
    public List<String> shownCommand(Configuration configuration) {
        EngineLaunch launch = commandLine.of(LaunchFacts.planned(configuration));
        return SecretMask.of(launch.environment()).command(launch.shown());
    }

    @Override
    public boolean exploratory() {
        return false;
    }

    @Override
    public StartedEngine start(EngineRequest request, Consumer<String> progress)
            throws EngineFailure, InterruptedException {
        int port = port(request);
        EngineLaunch launch = commandLine.of(new LaunchFacts(
                request.configuration(),
                Integer.toString(port),
                OptionalLong.of(request.seed()),
                request.hardware() instanceof Hardware.Gpus ? request.gpus() : List.of(),
                request.gpuState()));
        long startNs = System.nanoTime();
        ProcessGroup group = startGroup(request, launch);
        boolean ready = false;
        try {
            progress.accept("started pid " + group.pid() + " on port " + port);
            EngineHttp http = new EngineHttp(URI.create("http://127.0.0.1:" + port), ApiKey.ofUser());
            OwnEngine.Facts facts = new OwnEngine.Facts(port, launch, request, startNs);
            StartedEngine engine = OwnEngine.whenReady(group, http, facts, progress);
            ready = true;
            return engine;
        } catch (EngineFailure failure) {
            throw withTeardown(failure, group.stop(AFTER_FAILURE));
        } finally {
            if (!ready) {
                group.stop(AFTER_FAILURE);
            }
        }
    }

    private static EngineFailure withTeardown(EngineFailure failure, Teardown teardown) {
        if (teardown.gone()) {
            return failure;
        }
        EngineFailure both = EngineFailure.leftover(teardown, failure.logTail());
        both.addSuppressed(failure);
        return both;
    }

    private static int port(EngineRequest request) throws EngineFailure {
        EngineSettings settings = EngineSettings.of(request.configuration());
        if (settings.port().isEmpty()) {
            try {
                return FreePort.choose(new Random(request.seed()));
            } catch (IOException e) {
                throw new EngineFailure(
                        FailureClass.PORT_IN_USE,
                        "no free port was found: " + e.getMessage(),
                        List.of(),
                        "See what holds the machine's ports (ss -ltn).");
            }
        }
        int port = settings.port().getAsInt();
        if (!FreePort.isFree(port)) {
            throw new EngineFailure(
                    FailureClass.PORT_IN_USE,
                    "port " + port + " is taken by " + PortOwner.describe(port),
                    List.of(),
                    "Stop that process yourself, or leave the port out of the plan, so that a free one is chosen.");
        }
        return port;
    }

    private static ProcessGroup startGroup(EngineRequest request, EngineLaunch launch) throws EngineFailure {
        Map<String, String> environment = new HashMap<>(launch.environment());
        environment.put(PADDING_VARIABLE, "x".repeat(new Random(request.seed()).nextInt(LONGEST_PADDING)));
        try {
            return ProcessGroup.start(new GroupCommand(
                    launch.command(),
                    environment,
                    EngineSettings.of(request.configuration()).launchDirectory(),
                    request.log(),
                    request.trialId().replaceAll("[^A-Za-z0-9._-]", "_") + "-" + UUID.randomUUID()));
        } catch (GroupStartException e) {
            FailureClass failureClass = e.reason() == GroupStartException.Reason.COMMAND_NOT_FOUND
                    ? FailureClass.COMMAND_NOT_FOUND
                    : FailureClass.CANNOT_START;
            String message = Optional.ofNullable(e.getMessage()).orElse(failureClass.word());
            int end = message.lastIndexOf(". ");
            throw new EngineFailure(
                    failureClass,
                    end < 0 ? message : message.substring(0, end),
                    List.of(),
                    end < 0 ? "Run the command by hand." : message.substring(end + 2) + ".");
        }
    }
}
