package org.servedyno.probe.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.servedyno.probe.child.ChildEvent;
import org.servedyno.probe.child.ChildExit;
import org.servedyno.probe.child.ChildJvm;

/** A recorder in a process of its own, so that it takes neither time nor memory from what runs meanwhile. Used by one thread. */
public final class RecorderChild implements AutoCloseable {
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_GRACE = Duration.ofSeconds(10);

    private final ChildJvm child;

    private RecorderChild(ChildJvm child) {
        this.child = child;
    }

    /**
     * Starts it, and waits until the first samples are in the file.
     *
     * @param specFile where to put what it is told
     * @throws RecorderRefusal if it cannot record
     */
    public static RecorderChild start(TraceSpec spec, Path specFile)
            throws RecorderRefusal, IOException, InterruptedException {
        spec.write(specFile);
        RecorderChild recorder = new RecorderChild(ChildJvm.start(TraceRecorderMain.child(specFile)));
        try {
            recorder.awaitReady();
            return recorder;
        } catch (RecorderRefusal | InterruptedException e) {
            recorder.close();
            throw e;
        }
    }

    private void awaitReady() throws RecorderRefusal, InterruptedException {
        Optional<ChildEvent> event = child.next(READY_LIMIT);
        if (event.isEmpty()) {
            String how = child.ended()
                    ? "the recorder ended by itself"
                    : "the recorder did not begin within " + READY_LIMIT.toSeconds() + " s";
            throw RecorderRefusal.because(how + "\n" + child.tail());
        }
        if (!event.get().name().equals("ready")) {
            throw RecorderRefusal.of(event.get().body());
        }
    }

    /** Whether it still records. */
    public boolean records() {
        return child.isAlive();
    }

    /** Ends the trace; empty when it ended as it should, else what was wrong. */
    public Optional<String> stop() {
        boolean endedBefore = !child.isAlive();
        ChildExit exit = child.stop(STOP_GRACE);
        if (exit.clean()) {
            return Optional.empty();
        }
        String what = endedBefore ? "the recorder ended too early" : "the recorder did not end as it should";
        return Optional.of(what + " (exit code " + exit.code() + ")"
                + exit.tail()
                        .lines()
                        .reduce((first, last) -> last)
                        .map(line -> ": " + line)
                        .orElse(""));
    }

    @Override
    public void close() {
        child.close();
    }
}
