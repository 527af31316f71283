package org.servedyno.bench.sim.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.servedyno.bench.sim.http.request.ApiProblem;

/** One client's connection: answers its requests one after the other, also when they come pipelined, and notices when it goes away. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails here is a client that has gone, which channelInactive tells
final class Connection extends SimpleChannelInboundHandler<FullHttpRequest> {
    /** More requests than this in advance are left in the socket. */
    private static final int MAX_PIPELINED = 32;

    private final Api api;
    private final Queue<Incoming> queue = new ArrayDeque<>();
    private @Nullable Exchange current;

    Connection(Api api) {
        this.api = api;
    }

    private record Incoming(Call call, Exchange exchange) {}

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        Exchange exchange = new Exchange(
                context,
                request.protocolVersion(),
                HttpUtil.isKeepAlive(request),
                api.serverHeader(),
                () -> next(context));
        if (request.decoderResult().isFailure()) {
            exchange.problem(ApiProblem.badRequest("not an HTTP request"));
            context.close();
            return;
        }
        String path = request.uri().split("\\?", 2)[0];
        Call call = new Call(
                request.method().name(),
                path,
                Optional.ofNullable(request.headers().get("x-request-id")),
                request.content().toString(StandardCharsets.UTF_8));
        queue.add(new Incoming(call, exchange));
        if (queue.size() > MAX_PIPELINED) {
            context.channel().config().setAutoRead(false);
        }
        if (current == null) {
            next(context);
        }
    }

    private void next(ChannelHandlerContext context) {
        current = null;
        Incoming incoming = queue.poll();
        if (incoming == null) {
            return;
        }
        if (queue.isEmpty()) {
            context.channel().config().setAutoRead(true);
        }
        current = incoming.exchange();
        context.executor().execute(() -> api.handle(incoming.call(), incoming.exchange()));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (current != null) {
            current.abort();
        }
        queue.clear();
        context.fireChannelInactive();
    }

    /** A reset by the client is its right; whatever else happens here ends this connection alone. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
