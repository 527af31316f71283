package org.servedyno.harness.engine;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that behaves as badly as a test asks: {@code FakeServer PORT BEHAVIOUR}. Its model is called tiny. */
final class FakeServer {
    private static final String TOKEN = "{\"choices\":[{\"text\":\"hi\"}],\"usage\":{\"completion_tokens\":1}}";

    private final String behaviour;
    private final AtomicInteger completions = new AtomicInteger();

    private FakeServer(String behaviour) {
        this.behaviour = behaviour;
    }

    public static void main(String[] arguments) throws Exception {
        String behaviour = arguments[1];
        switch (behaviour) {
            case "counts" -> {
                for (int shard = 1; shard <= 12; shard++) {
                    System.out.println("Loading shards: " + shard + "/12");
                    Thread.sleep(250);
                }
            }
            case "silent" -> Thread.sleep(600_000);
            case "dies" -> {
                System.err.println(
                        "(EngineCore pid=7) ERROR 11-30 23:47:14 [core.py:1] ValueError: Free memory on device"
                                + " (59.32/79.15 GiB) on startup is less than desired GPU memory utilization (0.9, 71.24 GiB).");
                System.err.println("RuntimeError: Engine core initialization failed. See root cause above.");
                System.exit(1);
            }
            default -> {}
        }
        start(Integer.parseInt(arguments[0]), behaviour);
        System.out.println("listening");
    }

    static HttpServer start(int port, String behaviour) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/", new FakeServer(behaviour)::handle);
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        }));
        server.start();
        return server;
    }

    private void handle(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        switch (exchange.getRequestURI().getPath()) {
            case "/health" -> answer(exchange, behaviour.equals("no-health") ? 404 : 200, "");
            case "/v1/models" -> models(exchange);
            case "/v1/completions", "/v1/chat/completions" -> complete(exchange);
            case "/metrics" -> answer(exchange, 200, "requests_total 1\n");
            default -> answer(exchange, 404, "{\"detail\":\"Not Found\"}");
        }
    }

    private void models(HttpExchange exchange) throws IOException {
        if (behaviour.equals("no-models")) {
            answer(exchange, 500, "Internal Server Error");
        } else {
            answer(exchange, 200, "{\"data\":[{\"id\":\"tiny\",\"max_model_len\":2048}]}");
        }
    }

    private void complete(HttpExchange exchange) throws IOException {
        boolean chat = exchange.getRequestURI().getPath().contains("chat");
        int asked = completions.incrementAndGet();
        if (behaviour.equals("health-too-early") && asked <= 3) {
            answer(exchange, 503, "{\"error\":{\"message\":\"Loading model\"}}");
        } else if (behaviour.equals("never-a-token")) {
            answer(exchange, 200, "{\"choices\":[{\"text\":\"\"}],\"usage\":{\"completion_tokens\":0}}");
        } else if (behaviour.equals("no-chat-template") && chat) {
            answer(exchange, 400, "{\"error\":{\"message\":\"default chat template is no longer allowed\"}}");
        } else if (behaviour.equals("exits-after-ready") && asked > 1) {
            System.err.println("vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue.");
            System.exit(1);
        } else {
            answer(exchange, 200, TOKEN);
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().put("content-type", List.of("application/json"));
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
