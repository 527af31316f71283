package org.servedyno.bench.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.servedyno.bench.client.http.HttpResponseParser;
import org.servedyno.bench.client.http.MalformedResponseException;
import org.servedyno.bench.client.http.ResponseHead;

/** One kept-alive connection that carries one exchange at a time. Belongs to the event-loop thread. */
final class Connection implements HttpResponseParser.Listener {
    private final SocketChannel channel;
    private final SelectionKey key;
    private final long startedNs;
    private final HttpResponseParser parser = new HttpResponseParser(this);
    private @Nullable Exchange exchange;
    private @Nullable ByteBuffer out;
    private boolean connected;
    private long connectTookNs;
    private boolean fresh = true;
    private boolean hasAnswered;

    private Connection(SocketChannel channel, Selector selector, long startedNs) throws IOException {
        this.channel = channel;
        this.startedNs = startedNs;
        this.key = channel.register(selector, SelectionKey.OP_CONNECT, this);
    }

    /** Begins to connect. */
    static Connection open(Selector selector, InetSocketAddress address, long nowNs) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Connection connection = new Connection(channel, selector, nowNs);
            if (channel.connect(address)) {
                connection.becameConnected(nowNs);
            }
            return connection;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    boolean connected() {
        return connected;
    }

    @Nullable
    Exchange exchange() {
        return exchange;
    }

    /** Finishes connecting; the channel said that it can. */
    void finishConnect(long nowNs) throws IOException {
        if (channel.finishConnect()) {
            becameConnected(nowNs);
            if (out != null) {
                write(System.nanoTime());
            }
        }
    }

    private void becameConnected(long nowNs) {
        connected = true;
        connectTookNs = nowNs - startedNs;
        key.interestOps(SelectionKey.OP_READ);
        noteConnecting();
    }

    private void noteConnecting() {
        if (exchange != null && fresh && connected) {
            exchange.connected(connectTookNs);
            fresh = false;
        }
    }

    /** Sends a request as soon as the connection stands; no other may be under way. */
    void send(Exchange next, ByteBuffer request) throws IOException {
        if (exchange != null) {
            throw new IllegalStateException("a request is under way");
        }
        exchange = next;
        out = request;
        noteConnecting();
        if (connected) {
            write(System.nanoTime());
        }
    }

    /** Writes what is left to write. */
    void write(long nowNs) throws IOException {
        ByteBuffer pending = out;
        if (pending == null || exchange == null) {
            return;
        }
        channel.write(pending);
        if (pending.hasRemaining()) {
            key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        } else {
            out = null;
            key.interestOps(SelectionKey.OP_READ);
            exchange.sent(System.nanoTime());
        }
    }

    /**
     * Reads all that is there.
     *
     * @param nowNs when the select returned
     * @param buffer scratch
     * @return false when the server has closed the connection
     */
    boolean read(ByteBuffer buffer, long nowNs) throws IOException {
        boolean first = true;
        while (true) {
            buffer.clear();
            int n = channel.read(buffer);
            if (n <= 0) {
                if (n < 0) {
                    parser.endOfStream();
                }
                return n == 0;
            }
            if (exchange != null) {
                exchange.bytesAt(first ? nowNs : System.nanoTime());
            }
            first = false;
            buffer.flip();
            parser.feed(buffer);
        }
    }

    /** Takes the exchange off the connection. */
    void release() {
        exchange = null;
        hasAnswered = true;
    }

    /** Whether it carried an earlier exchange to its end. */
    boolean hasAnswered() {
        return hasAnswered;
    }

    /** Whether the request under way, if any, has left whole; a connection that holds half a request can carry no other. */
    boolean allWritten() {
        return out == null;
    }

    void close() {
        key.cancel();
        try {
            channel.close();
        } catch (IOException e) {
            // The socket is given up either way; a failing close leaves nothing to do.
            connected = false;
        }
    }

    /** The word for why a connection failed. */
    static String causeOf(IOException e) {
        String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        if (e instanceof MalformedResponseException) {
            return Failure.MALFORMED;
        }
        if (message.contains("too many open files")) {
            return Failure.TOO_MANY_OPEN_FILES;
        }
        if (e instanceof ConnectException) {
            return message.contains("refused") ? Failure.CONNECT_REFUSED : Failure.CONNECT_FAILED;
        }
        return Failure.CONNECTION_RESET;
    }

    @Override
    public void head(ResponseHead head) {
        if (exchange != null) {
            exchange.head(head);
        }
    }

    @Override
    public void body(ByteBuffer bytes) throws MalformedResponseException {
        if (exchange == null) {
            throw new MalformedResponseException("bytes that no request asked for");
        }
        exchange.body(bytes);
    }

    @Override
    public void end(boolean reusable) {
        if (exchange != null) {
            exchange.end(reusable);
        }
    }
}
