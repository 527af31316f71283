package org.servedyno.bench.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.servedyno.bench.workload.WorkloadRequest;
import org.servedyno.results.model.RequestRecord;

/** The event loop of one job. Used once. */
final class JobLoop {
    private static final int READ_BYTES = 256 * 1024;
    private static final long SWEEP_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long PROGRESS_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long CONNECT_LIMIT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long NS_PER_MS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Sends between two looks at what has come in, so that the first answers of a burst are not stamped when it is over. */
    private static final int SENDS_PER_TURN = 32;

    private final Selector selector;
    private final InetSocketAddress address;
    private final Deque<Connection> idle;
    private final ClientJob job;
    private final RequestBytes bytes;
    private final ClientProgress progress;
    private final BooleanSupplier stop;
    private final EventReader reader = new EventReader();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
    private final Set<Connection> busy = new HashSet<>();
    private final List<RequestRecord> records = new ArrayList<>();
    private final Map<String, String> serverWords = new TreeMap<>();
    private int next;
    private int failed;
    private int inFlightPeak;
    private int sentAgain;
    private long startNs;
    private long sweptNs;
    private long toldNs;
    private boolean stopped;

    JobLoop(
            Selector selector,
            InetSocketAddress address,
            Deque<Connection> idle,
            ClientJob job,
            RequestBytes bytes,
            ClientProgress progress,
            BooleanSupplier stop) {
        this.selector = selector;
        this.address = address;
        this.idle = idle;
        this.job = job;
        this.bytes = bytes;
        this.progress = progress;
        this.stop = stop;
    }

    ClientReport run() throws IOException {
        dropClosed();
        connectAhead();
        bytes.prepare(job.requests());
        startNs = System.nanoTime();
        sweptNs = startNs;
        toldNs = startNs;
        while (!stopped && (hasMore(System.nanoTime()) || !busy.isEmpty())) {
            sendWhatIsDue();
            turn();
        }
        giveUpTheRest();
        progress.at(records.size(), failed, job.requests().size());
        return new ClientReport(records, startNs, System.nanoTime(), inFlightPeak, sentAgain, serverWords, stopped);
    }

    /** Drops the connections that the server closed since the last job. */
    private void dropClosed() throws IOException {
        selector.selectNow();
        settleSelected(new ArrayList<>());
    }

    /** Opens the connections that the first requests need, so that connecting is no part of what is measured. */
    private void connectAhead() throws IOException {
        long beganNs = System.nanoTime();
        List<Connection> opening = new ArrayList<>();
        int wanted = job.connectionsAhead() - idle.size();
        try {
            for (int i = 0; i < wanted; i++) {
                opening.add(Connection.open(selector, address, System.nanoTime()));
            }
        } catch (IOException e) {
            // No further connection can be had now: the requests that find none fail one by one, with their cause.
            serverWords.putIfAbsent(Connection.causeOf(e), String.valueOf(e.getMessage()));
        }
        while (opening.stream().anyMatch(c -> !c.connected()) && System.nanoTime() - beganNs < CONNECT_LIMIT_NS) {
            selector.select(SWEEP_NS / NS_PER_MS);
            settleSelected(opening);
            if (stop.getAsBoolean()) {
                stopped = true;
                break;
            }
        }
        opening.stream().filter(Connection::connected).forEach(idle::addLast);
        opening.stream().filter(c -> !c.connected()).forEach(Connection::close);
    }

    private void settleSelected(List<Connection> opening) {
        Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
        while (keys.hasNext()) {
            SelectionKey key = keys.next();
            keys.remove();
            Connection connection = (Connection) key.attachment();
            if (!settled(connection, key)) {
                opening.remove(connection);
                idle.remove(connection);
                connection.close();
            }
        }
    }

    /** False when the connection failed or the server closed it. */
    private boolean settled(Connection connection, SelectionKey key) {
        try {
            if (key.isConnectable()) {
                connection.finishConnect(System.nanoTime());
            }
            return !key.isReadable() || connection.read(buffer, System.nanoTime());
        } catch (IOException e) {
            return false;
        }
    }

    private boolean hasMore(long nowNs) {
        boolean inWindow =
                job.window().isEmpty() || nowNs - startNs < job.window().get().toNanos();
        return next < job.requests().size() && inWindow;
    }

    private void sendWhatIsDue() {
        long nowNs = System.nanoTime();
        for (int sends = 0; sends < SENDS_PER_TURN && mayBegin(nowNs) && dueNs() - nowNs <= 0; sends++) {
            WorkloadRequest request = job.requests().get(next);
            long intendedNs = job.openLoop() ? dueNs() : nowNs;
            next++;
            begin(
                    new Exchange(request, bytes.of(request), intendedNs, nowNs, reader, job.keepText()),
                    idle.pollFirst());
            nowNs = System.nanoTime();
        }
        inFlightPeak = Math.max(inFlightPeak, busy.size());
    }

    private boolean mayBegin(long nowNs) {
        return busy.size() < job.bound() && hasMore(nowNs);
    }

    private long dueNs() {
        return job.openLoop() ? startNs + job.requests().get(next).arrivalNs() : startNs;
    }

    /** Sends on the connection given, or on a new one. */
    private void begin(Exchange exchange, @Nullable Connection kept) {
        Connection connection = kept;
        try {
            if (connection == null) {
                connection = Connection.open(selector, address, System.nanoTime());
            }
            busy.add(connection);
            connection.send(exchange, exchange.wire());
        } catch (IOException e) {
            if (connection == null) {
                exchange.fail(Connection.causeOf(e));
                close(exchange);
            } else {
                lose(connection, exchange, Connection.causeOf(e));
            }
        }
    }

    /**
     * The connection broke. A server may close a kept-alive connection at the very moment that we send on it; such a request, of whose
     * answer no byte has come, is sent once more on a fresh connection. No other request ever is.
     */
    private void lose(Connection connection, @Nullable Exchange exchange, String cause) {
        if (exchange == null || !connection.hasAnswered() || !exchange.mayBeSentAgain()) {
            fail(connection, exchange, cause);
            return;
        }
        busy.remove(connection);
        connection.release();
        connection.close();
        sentAgain++;
        exchange.sendAgain();
        begin(exchange, null);
    }

    /**
     * Waits for bytes or for the next request to be due. A selector waits whole milliseconds; the last one before a request is due passes
     * in looks without waiting, so that schedules are kept to microseconds.
     */
    private void turn() throws IOException {
        long waitMs = untilNextNs() / NS_PER_MS;
        if (waitMs > 0) {
            selector.select(waitMs);
        } else {
            selector.selectNow();
        }
        long nowNs = System.nanoTime();
        Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
        while (keys.hasNext()) {
            SelectionKey key = keys.next();
            keys.remove();
            if (key.isValid()) {
                serve((Connection) key.attachment(), key, nowNs);
            }
        }
        sweep(nowNs);
    }

    private long untilNextNs() {
        long nowNs = System.nanoTime();
        return mayBegin(nowNs) ? Math.min(SWEEP_NS, Math.max(0, dueNs() - nowNs)) : SWEEP_NS;
    }

    private void serve(Connection connection, SelectionKey key, long nowNs) {
        Exchange exchange = connection.exchange();
        try {
            if (key.isConnectable()) {
                connection.finishConnect(nowNs);
            }
            if (key.isValid() && key.isWritable()) {
                connection.write(nowNs);
            }
            boolean open = !key.isValid() || !key.isReadable() || connection.read(buffer, nowNs);
            settle(connection, exchange, open);
        } catch (IOException e) {
            lose(connection, exchange, Connection.causeOf(e));
        }
    }

    private void settle(Connection connection, @Nullable Exchange exchange, boolean open) {
        if (exchange == null) {
            if (!open) {
                idle.remove(connection);
                connection.close();
            }
            return;
        }
        boolean keep = exchange.reusable() && open && connection.allWritten();
        if (exchange.ended() && !exchange.hasFailed() && keep) {
            busy.remove(connection);
            connection.release();
            idle.addFirst(connection);
            close(exchange);
        } else if (exchange.ended() || exchange.hasFailed()) {
            drop(connection, exchange);
        } else if (!open) {
            lose(connection, exchange, exchange.answerBegan() ? Failure.TRUNCATED : Failure.CONNECTION_CLOSED);
        }
    }

    private void fail(Connection connection, @Nullable Exchange exchange, String cause) {
        if (exchange == null) {
            idle.remove(connection);
            connection.close();
            return;
        }
        exchange.fail(cause);
        drop(connection, exchange);
    }

    private void drop(Connection connection, Exchange exchange) {
        busy.remove(connection);
        connection.release();
        connection.close();
        close(exchange);
    }

    private void close(Exchange exchange) {
        RequestRecord record = exchange.record(System.nanoTime());
        records.add(record);
        progress.ended(record, exchange.text());
        if (!record.succeeded()) {
            failed++;
            exchange.serverWords().ifPresent(words -> serverWords.putIfAbsent(record.outcome(), words));
        }
    }

    /** Looks for requests past their deadlines, tells how far the job is, and asks whether to stop. */
    private void sweep(long nowNs) {
        if (nowNs - sweptNs < SWEEP_NS) {
            return;
        }
        sweptNs = nowNs;
        for (Connection connection : List.copyOf(busy)) {
            Exchange exchange = connection.exchange();
            if (exchange != null) {
                checkDeadlines(connection, exchange, nowNs);
            }
        }
        if (nowNs - toldNs >= PROGRESS_NS) {
            toldNs = nowNs;
            progress.at(records.size(), failed, job.requests().size());
        }
        stopped = stop.getAsBoolean() || outOfTime(nowNs);
    }

    private boolean outOfTime(long nowNs) {
        return nowNs - startNs > job.passLimit().toNanos();
    }

    private void checkDeadlines(Connection connection, Exchange exchange, long nowNs) {
        if (nowNs - exchange.begunNs() > job.requestLimit().toNanos()) {
            fail(connection, exchange, Failure.REQUEST_TIMEOUT);
        } else if (!connection.connected() && nowNs - exchange.begunNs() > CONNECT_LIMIT_NS) {
            fail(connection, exchange, Failure.CONNECT_TIMEOUT);
        } else if (nowNs - exchange.lastHeardNs() > job.silenceLimit().toNanos()) {
            fail(connection, exchange, Failure.CHUNK_TIMEOUT);
        }
    }

    private void giveUpTheRest() {
        String cause = outOfTime(System.nanoTime()) ? Failure.PASS_TIMEOUT : Failure.STOPPED;
        for (Connection connection : List.copyOf(busy)) {
            fail(connection, connection.exchange(), cause);
        }
    }
}
