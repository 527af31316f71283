package org.servedyno.harness.engine.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks an engine over HTTP/1.1; every request ends in bounded time. Any thread. */
public final class EngineHttp {
    private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(2);
    private static final int MOST_BYTES = 16 << 20;

    private final URI base;
    private final HttpClient client;
    private final Optional<String> apiKey;

    /**
     * @param base for example {@code http://127.0.0.1:8000}, without a slash at its end
     * @param apiKey sent as a bearer token when there is one; never printed
     */
    public EngineHttp(URI base, Optional<String> apiKey) {
        this.base = base;
        this.apiKey = apiKey;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_PATIENCE)
                .build();
    }

    public URI base() {
        return base;
    }

    /** {@code GET path}. Fails when no whole answer comes in time. */
    public HttpAnswer get(String path, Duration patience) throws IOException, InterruptedException {
        return send(request(path).GET().build(), patience);
    }

    /** {@code POST path} with a JSON body; an empty text posts no body. */
    public HttpAnswer post(String path, String json, Duration patience) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path);
        if (json.isEmpty()) {
            return send(request.POST(HttpRequest.BodyPublishers.noBody()).build(), patience);
        }
        return send(
                request.header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json, StandardCharsets.UTF_8))
                        .build(),
                patience);
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
        apiKey.ifPresent(key -> request.header("authorization", "Bearer " + key));
        return request;
    }

    private HttpAnswer send(HttpRequest request, Duration patience) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> pending =
                client.sendAsync(request, headers -> new BoundedBody(MOST_BYTES));
        try {
            HttpResponse<byte[]> response = pending.get(patience.toNanos(), TimeUnit.NANOSECONDS);
            return new HttpAnswer(
                    response.statusCode(),
                    response.headers().firstValue("server").orElse(""),
                    new String(response.body(), StandardCharsets.UTF_8));
        } catch (TimeoutException e) {
            throw new IOException(
                    String.format(Locale.ROOT, "no answer within %.1f s", patience.toMillis() / 1000.0), e);
        } catch (ExecutionException e) {
            throw new IOException(reason(Optional.ofNullable(e.getCause()).orElse(e)), e);
        } finally {
            pending.cancel(true);
        }
    }

    private static String reason(Throwable cause) {
        if (cause instanceof java.net.ConnectException) {
            return "connection refused";
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
