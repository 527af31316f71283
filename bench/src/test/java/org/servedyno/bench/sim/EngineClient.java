package org.servedyno.bench.sim;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Talks to a simulated engine the way any client does. */
final class EngineClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final String baseUrl;

    EngineClient(SimulatedEngine engine) {
        this.baseUrl = engine.baseUrl();
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(baseUrl + path)).timeout(PATIENCE));
    }

    HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send(request(path, body, PATIENCE));
    }

    HttpResponse<String> post(String path, String body, Duration patience) throws IOException, InterruptedException {
        return send(request(path, body, patience));
    }

    /** The lines of a response as they come; closing the stream drops the connection. */
    Stream<String> lines(String path, String body) throws IOException, InterruptedException {
        return http.send(request(path, body, PATIENCE).build(), HttpResponse.BodyHandlers.ofLines())
                .body();
    }

    double metric(String name) throws IOException, InterruptedException {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf("} ") + 2)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no metric " + name));
    }

    private HttpRequest.Builder request(String path, String body, Duration patience) {
        return HttpRequest.newBuilder(URI.create(baseUrl + path))
                .timeout(patience)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + text, e);
        }
    }

    /** The JSON of each event of a stream, the closing mark left out. */
    static List<JsonNode> events(String stream) {
        return stream.lines()
                .filter(line -> line.startsWith("data: {"))
                .map(line -> json(line.substring("data: ".length())))
                .toList();
    }
}
