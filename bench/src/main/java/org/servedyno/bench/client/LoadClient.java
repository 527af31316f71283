package org.servedyno.bench.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;

/**
 * An HTTP/1.1 client for one server: connections are kept alive from job to job. A job runs on the thread that asks for it, which is
 * the event loop while it does. Not thread-safe.
 */
public final class LoadClient implements AutoCloseable {
    private static final int HTTP_PORT = 80;

    private final URI baseUrl;
    private final InetSocketAddress address;
    private final Selector selector;
    private final Deque<Connection> idle = new ArrayDeque<>();

    private LoadClient(URI baseUrl, InetSocketAddress address, Selector selector) {
        this.baseUrl = baseUrl;
        this.address = address;
        this.selector = selector;
    }

    /**
     * Makes a client of the server at {@code baseUrl}; nothing is sent yet.
     *
     * @throws IOException when the URL is none that we can talk to, or its host has no address
     */
    public static LoadClient of(URI baseUrl) throws IOException {
        if (!"http".equals(baseUrl.getScheme())) {
            throw new IOException(baseUrl + " is no http:// URL; other schemes are not spoken");
        }
        if (baseUrl.getHost() == null) {
            throw new IOException(baseUrl + " names no host");
        }
        int port = baseUrl.getPort() < 0 ? HTTP_PORT : baseUrl.getPort();
        String host = baseUrl.getHost();
        String plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        InetSocketAddress address = new InetSocketAddress(plain, port);
        if (address.isUnresolved()) {
            throw new IOException("the host " + host + " of " + baseUrl + " has no address");
        }
        return new LoadClient(baseUrl, address, Selector.open());
    }

    /**
     * Runs a job to its end; every request comes to one, by its deadline at the latest.
     *
     * @param stop asked some times a second; once true, nothing more is sent and requests under way are given up
     */
    public ClientReport run(ClientJob job, ClientProgress progress, BooleanSupplier stop) throws IOException {
        RequestBytes bytes = new RequestBytes(baseUrl, job);
        return new JobLoop(selector, address, idle, job, bytes, progress, stop).run();
    }

    @Override
    public void close() throws IOException {
        idle.forEach(Connection::close);
        idle.clear();
        selector.close();
    }
}
