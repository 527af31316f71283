package org.servedyno.bench.sim.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** The listening socket and the one event-loop thread behind it. */
public final class HttpFront implements AutoCloseable {
    private static final int BACKLOG = 4096;
    private static final int MAX_BODY_BYTES = 64 * 1024 * 1024;
    private static final int EVENTS_PER_WRITE = 256;
    private static final long CLOSE_TIMEOUT_MS = 2_000;

    private final MultiThreadIoEventLoopGroup eventLoops =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("http", true), NioIoHandler.newFactory());
    private Optional<CompletionService> completions = Optional.empty();
    private int port;

    /** Runs tasks on the event loop, where responses are written. */
    public Executor executor() {
        return eventLoops;
    }

    /**
     * Starts to serve; to be called once.
     *
     * @param port 0 for a free one
     * @throws IOException when the address can't be had
     */
    public void listen(String host, int port, Service service) throws IOException {
        CompletionService serving = new CompletionService(service);
        completions = Optional.of(serving);
        Api api = new Api(service, serving);
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(eventLoops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        if (service.style().coalesceWrites()) {
                            channel.pipeline().addLast(new FlushConsolidationHandler(EVENTS_PER_WRITE, true));
                        }
                        channel.pipeline()
                                .addLast(new HttpServerCodec())
                                .addLast(new HttpObjectAggregator(MAX_BODY_BYTES))
                                .addLast(new Connection(api));
                    }
                });
        ChannelFuture bound = bootstrap.bind(new InetSocketAddress(host, port)).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException("can't listen on " + host + ":" + port, bound.cause());
        }
        Channel channel = bound.channel();
        this.port = ((InetSocketAddress) channel.localAddress()).getPort();
    }

    /** The port it listens on. */
    public int port() {
        return port;
    }

    /** Closes all connections. */
    @Override
    public void close() {
        completions.ifPresent(CompletionService::close);
        eventLoops
                .shutdownGracefully(0, CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(CLOSE_TIMEOUT_MS);
    }
}
