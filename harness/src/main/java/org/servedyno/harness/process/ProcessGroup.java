package org.servedyno.harness.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.servedyno.harness.process.GroupStartException.Reason;
import org.servedyno.harness.process.system.LivingProcess;
import org.servedyno.harness.process.system.OpenFileLimit;
import org.servedyno.harness.process.system.ProcessTable;
import org.servedyno.harness.process.system.Programs;
import org.servedyno.harness.process.system.SecretMask;

/**
 * A command running in a session of its own under a guard: when the harness ends in whatever way, by {@code kill -9} too, the guard
 * stops every process of it. The command gets an empty standard input, the user's own open-file limit ({@link OpenFileLimit}), a
 * temporary folder of its own in TMPDIR, removed at the end, and the trial's marker. All methods may be called from any thread.
 */
public final class ProcessGroup implements AutoCloseable {
    /** Every process of the group carries this variable; its value is the trial's marker. */
    public static final String MARKER_VARIABLE = "SERVEDYNO_TRIAL";

    /** How long the guard waits after SIGINT and after SIGTERM when the harness is gone. */
    private static final Duration ORPHAN_GRACE = Duration.ofSeconds(5);

    private static final Duration SHORTEST_LOOK = Duration.ofMillis(20);
    private static final Duration LONGEST_LOOK = Duration.ofMillis(250);
    private static final long LOG_END_MILLIS = 2000;

    private final Process process;
    private final Scratch scratch;
    private final LogPump log;
    private final GroupMembers members;
    private final Object stopping = new Object();

    /** Guarded by {@code stopping}. */
    private @Nullable Teardown teardown;

    private ProcessGroup(Process process, Scratch scratch, LogPump log, GroupMembers members) {
        this.process = process;
        this.scratch = scratch;
        this.log = log;
        this.members = members;
    }

    /**
     * Starts a command.
     *
     * @throws GroupStartException when it can't be; nothing is left running then
     */
    public static ProcessGroup start(GroupCommand command) throws GroupStartException {
        Map<String, String> environment = new TreeMap<>(System.getenv());
        environment.putAll(command.environment());
        SessionTool tool = SessionTool.find(environment);
        checkPaths(command, environment);
        OutputStream log = openLog(command);
        Scratch scratch;
        try {
            scratch = Scratch.create();
        } catch (IOException e) {
            closeQuietly(log);
            throw new GroupStartException(
                    Reason.FILES,
                    "no temporary folder can be made in " + System.getProperty("java.io.tmpdir") + ": " + e.getMessage()
                            + ". Free space there, or choose another with -Djava.io.tmpdir",
                    e);
        }
        try {
            SecretMask mask = SecretMask.of(command.environment());
            Process process = builder(command, tool, scratch).start();
            return new ProcessGroup(
                    process,
                    scratch,
                    new LogPump(process.getInputStream(), log, mask, command.marker()),
                    new GroupMembers(
                            ProcessTable.ofThisSystem(),
                            process.pid(),
                            command.marker(),
                            scratch.guard().toString(),
                            mask));
        } catch (IOException e) {
            closeQuietly(log);
            scratch.delete();
            throw new GroupStartException(
                    Reason.REFUSED,
                    "the system refused to start a process: " + e.getMessage()
                            + ". Look at its limits of processes and memory (ulimit -u, free)",
                    e);
        }
    }

    private static void checkPaths(GroupCommand command, Map<String, String> environment) throws GroupStartException {
        Optional<java.nio.file.Path> directory = command.workingDirectory();
        if (directory.isPresent() && !Files.isDirectory(directory.get())) {
            throw new GroupStartException(
                    Reason.FILES,
                    "the working directory " + directory.get() + " does not exist. Create it, or name another");
        }
        String program = command.command().get(0);
        if (Programs.find(program, environment, directory).isEmpty()) {
            String where = program.contains("/")
                    ? "there is no executable file of that name"
                    : "it is in no folder of PATH (" + environment.getOrDefault("PATH", "not set") + ")";
            throw new GroupStartException(
                    Reason.COMMAND_NOT_FOUND,
                    program + " can't be run: " + where + ". Install it, or give its full path in the plan's command");
        }
    }

    private static OutputStream openLog(GroupCommand command) throws GroupStartException {
        try {
            return new java.io.BufferedOutputStream(
                    Files.newOutputStream(command.log(), StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                    LogPump.LONGEST_LINE_BYTES);
        } catch (IOException e) {
            throw new GroupStartException(
                    Reason.FILES,
                    "the log " + command.log() + " can't be written: " + e
                            + ". Check the folder's rights and free space",
                    e);
        }
    }

    private static void closeQuietly(OutputStream log) {
        try {
            log.close();
        } catch (IOException nothingWasWritten) {
            // An empty buffer has nothing to lose; the caller reports the failure that matters.
        }
    }

    private static ProcessBuilder builder(GroupCommand command, SessionTool tool, Scratch scratch) {
        List<String> words = new ArrayList<>(tool.prefix());
        words.addAll(List.of("sh", scratch.guard().toString(), "launch", tool.name()));
        words.add(OpenFileLimit.ofUser().toOptional().orElse("-"));
        words.add(Long.toString(ORPHAN_GRACE.toSeconds()));
        words.add(Long.toString(ORPHAN_GRACE.toSeconds()));
        words.add(scratch.folder().toString());
        words.addAll(command.command());
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        command.workingDirectory().ifPresent(directory -> builder.directory(directory.toFile()));
        builder.environment().put("TMPDIR", scratch.temporary().toString());
        builder.environment().putAll(command.environment());
        builder.environment().put(MARKER_VARIABLE, command.marker());
        return builder;
    }

    /** Process id of the command; also the id of its session and of its first process group. */
    public long pid() {
        return process.pid();
    }

    /** Whether the command itself still runs (others of its group may live on). */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** How the command ended; empty while it runs. */
    public Optional<ProcessExit> exit() {
        return process.isAlive() ? Optional.empty() : Optional.of(new ProcessExit(process.exitValue()));
    }

    /** Waits for the command's own end; false when it still runs after that time. */
    public boolean awaitExit(Duration patience) throws InterruptedException {
        return process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Every living process that belongs to the group. */
    public List<LivingProcess> members() {
        return members.describe(members.find());
    }

    /** The last log lines, at most 200, oldest first, secrets masked. */
    public List<String> logTail() {
        return log.tail();
    }

    /** When the last line came out, {@link System#nanoTime()}; empty before the first one. */
    public OptionalLong lastLineNs() {
        return log.lastLineNs();
    }

    /** Why the log file lacks something the command wrote (a full disk); empty when it lacks nothing. */
    public Optional<String> logProblem() {
        return log.problem();
    }

    /**
     * Waits until all that the command wrote before it ended is in the log and its tail; at most two seconds, as others of its group may
     * hold the pipe open.
     */
    public void awaitLogEnd() throws InterruptedException {
        log.awaitEnd(LOG_END_MILLIS);
    }

    /**
     * Stops every member, harder at each step, and says whether any is left; a second call gives the first answer. Takes at most the
     * policy's times and a few seconds; an interrupt does not cut it short, but is kept for the caller.
     */
    public Teardown stop(StopPolicy policy) {
        synchronized (stopping) {
            if (teardown == null) {
                teardown = stopNow(policy);
            }
            return teardown;
        }
    }

    private Teardown stopNow(StopPolicy policy) {
        long startNs = System.nanoTime();
        List<String> sent = new ArrayList<>();
        List<ProcessTable.Entry> left = step("INT", policy.interruptGrace(), sent);
        if (!left.isEmpty()) {
            left = step("TERM", policy.terminateGrace(), sent);
        }
        if (!left.isEmpty()) {
            left = step("KILL", policy.killWait(), sent);
        }
        List<LivingProcess> described = members.describe(left);
        releaseGuard(left.isEmpty());
        uninterruptibly(() -> log.awaitEnd(LOG_END_MILLIS));
        scratch.delete();
        return new Teardown(sent, described, members.proof(), Duration.ofNanos(System.nanoTime() - startNs));
    }

    private List<ProcessTable.Entry> step(String signal, Duration grace, List<String> sent) {
        List<ProcessTable.Entry> living = members.find();
        if (living.isEmpty() || grace.isZero()) {
            return living;
        }
        GroupSignals.send(signal, pid(), living);
        sent.add("SIG" + signal);
        long deadlineNs = System.nanoTime() + grace.toNanos();
        Duration look = SHORTEST_LOOK;
        while (true) {
            living = members.find();
            if (living.isEmpty() || System.nanoTime() >= deadlineNs) {
                return living;
            }
            pause(look);
            look = look.multipliedBy(2).compareTo(LONGEST_LOOK) > 0 ? LONGEST_LOOK : look.multipliedBy(2);
        }
    }

    /** Tells the guard that all is done, or, by the pipe's end alone, that it should try on its own. */
    private void releaseGuard(boolean gone) {
        try (OutputStream lifeline = process.getOutputStream()) {
            if (gone) {
                lifeline.write("done\n".getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException guardIsGone) {
            // Nobody waits at the other end any more, so nobody needs to be told.
        }
    }

    private static void pause(Duration duration) {
        uninterruptibly(() -> {
            Thread.sleep(duration.toMillis());
            return true;
        });
    }

    private interface Wait {
        boolean run() throws InterruptedException;
    }

    /** Waits once, and once more in full when interrupted, keeping the interrupt for the caller. */
    private static void uninterruptibly(Wait wait) {
        boolean interrupted = Thread.interrupted();
        try {
            try {
                wait.run();
            } catch (InterruptedException first) {
                interrupted = true;
                wait.run();
            }
        } catch (InterruptedException second) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** {@link #stop} with {@link StopPolicy#ENGINE}. */
    @Override
    public void close() {
        stop(StopPolicy.ENGINE);
    }
}
