package org.servedyno.bench.sim.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.EventExecutor;
import java.nio.charset.StandardCharsets;
import org.servedyno.bench.sim.http.request.ApiProblem;

/** One request and its response. All methods but {@link #executor} belong to the connection's event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails here is a client that has gone, which channelInactive tells
final class Exchange {
    private final ChannelHandlerContext context;
    private final HttpVersion version;
    private final boolean keepAlive;
    private final String serverHeader;
    private final Runnable done;
    private Runnable onAbort = () -> {};
    private boolean over;

    Exchange(ChannelHandlerContext context, HttpVersion version, boolean keepAlive, String server, Runnable done) {
        this.context = context;
        this.version = version;
        this.keepAlive = keepAlive;
        this.serverHeader = server;
        this.done = done;
    }

    EventExecutor executor() {
        return context.executor();
    }

    /** What to do should the client go away before the response is complete; done at once when it has gone already. */
    void onAbort(Runnable action) {
        if (over) {
            action.run();
        } else {
            onAbort = action;
        }
    }

    /** No response is wanted any more. */
    void abort() {
        if (!over) {
            over = true;
            onAbort.run();
        }
    }

    boolean isOver() {
        return over;
    }

    /** Answers with a whole body. */
    void respond(HttpResponseStatus status, String contentType, byte[] body) {
        if (over) {
            return;
        }
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
        HttpHeaders headers = response.headers();
        common(response);
        if (body.length > 0) {
            headers.set(HttpHeaderNames.CONTENT_TYPE, contentType);
        }
        headers.set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        context.write(response);
        finish();
    }

    void json(HttpResponseStatus status, String json) {
        respond(status, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    /** Answers with an error in vLLM's shape. */
    void problem(ApiProblem problem) {
        json(problem.status(), AnswerJson.error(problem));
    }

    /** Begins a stream of events. */
    void beginStream() {
        if (over) {
            return;
        }
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        common(response);
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream; charset=utf-8");
        HttpUtil.setTransferEncodingChunked(response, true);
        context.write(response);
    }

    ByteBuf buffer(int bytes) {
        return context.alloc().buffer(bytes);
    }

    /** Adds to the stream; takes the buffer over. Sent with the next {@link #flush}. */
    void send(ByteBuf events) {
        if (over) {
            events.release();
        } else {
            context.write(new DefaultHttpContent(events));
        }
    }

    void flush() {
        if (!over) {
            context.flush();
        }
    }

    void endStream() {
        if (!over) {
            context.write(LastHttpContent.EMPTY_LAST_CONTENT);
            finish();
        }
    }

    /** Closes the connection in the middle of the response. */
    void drop() {
        abort();
        context.close();
    }

    /** Ends the stream though its tokens are still being computed; they are not any more. */
    void endStreamEarly() {
        onAbort.run();
        endStream();
    }

    private void common(HttpResponse response) {
        response.headers().set(HttpHeaderNames.SERVER, serverHeader);
        if (!keepAlive) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else if (version.equals(HttpVersion.HTTP_1_0)) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
    }

    private void finish() {
        over = true;
        if (keepAlive) {
            context.flush();
            done.run();
        } else {
            context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }
}
