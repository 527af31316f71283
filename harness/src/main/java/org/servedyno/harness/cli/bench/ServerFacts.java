package org.servedyno.harness.cli.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.servedyno.results.store.Json;

/**
 * What the server says about itself before the load begins.
 *
 * @param simulated whether it is ServeDyno's simulated engine, by its {@code server} header
 * @param models the ids it names at {@code /v1/models}; empty where it does not tell
 */
record ServerFacts(boolean simulated, List<String> models) {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String SIMULATOR = "servedyno-engine-sim";
    private static final int OK = 200;

    ServerFacts {
        models = List.copyOf(models);
    }

    /**
     * Asks the server.
     *
     * @param headers whole header lines to send along
     * @throws IOException when it can't be reached
     */
    static ServerFacts ask(URI baseUrl, List<String> headers) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(baseUrl + "/v1/models")).timeout(LIMIT);
        for (String line : headers) {
            int colon = line.indexOf(':');
            request.header(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(LIMIT)
                .build();
        HttpResponse<String> answer = whole(client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString()));
        Optional<String> server = answer.headers().firstValue("server");
        boolean simulated = server.isPresent() && server.get().startsWith(SIMULATOR);
        return new ServerFacts(simulated, answer.statusCode() == OK ? models(answer.body()) : List.of());
    }

    /** The client's own limit ends with the head of an answer; this one holds for its body too. */
    private static HttpResponse<String> whole(CompletableFuture<HttpResponse<String>> answer)
            throws IOException, InterruptedException {
        try {
            return answer.get(2 * LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new IOException("no whole answer to /v1/models within " + 2 * LIMIT.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        }
    }

    /** Why the server was not reached, in words. */
    static String cause(IOException e) {
        if (e instanceof ConnectException) {
            return e.getMessage() == null ? "connection refused" : e.getMessage();
        }
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private static List<String> models(String body) {
        try {
            return Json.parse(body).path("data").findValues("id").stream()
                    .filter(JsonNode::isTextual)
                    .map(JsonNode::asText)
                    .toList();
        } catch (IOException e) {
            // A server that answers with something else names no model; the user then has to.
            return List.of();
        }
    }
}
