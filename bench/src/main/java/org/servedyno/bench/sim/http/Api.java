package org.servedyno.bench.sim.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import java.util.function.Function;
import org.servedyno.bench.sim.http.request.ApiProblem;
import org.servedyno.bench.sim.http.request.RequestReader;
import org.servedyno.bench.sim.scheduler.TokenIds;

/** Which path does what. */
final class Api {
    private static final byte[] NOTHING = {};

    private final ServerIdentity identity;
    private final CompletionService completions;
    private final MetricsPage metrics;
    private final Backend backend;
    private final Function<String, TokenIds> tokenizer;
    private final long createdSeconds = System.currentTimeMillis() / 1000;

    Api(Service service, CompletionService completions) {
        this.identity = service.identity();
        this.completions = completions;
        this.metrics = new MetricsPage(service);
        this.backend = service.backend();
        this.tokenizer = service.tokenizer();
    }

    String serverHeader() {
        return identity.serverHeader();
    }

    void handle(Call call, Exchange exchange) {
        switch (call.method() + " " + call.path()) {
            case "POST /v1/completions" -> completions.serve(call, exchange, false);
            case "POST /v1/chat/completions" -> completions.serve(call, exchange, true);
            case "GET /health", "GET /ping", "POST /ping" -> exchange.respond(HttpResponseStatus.OK, "", NOTHING);
            case "GET /v1/models" -> exchange.json(HttpResponseStatus.OK, models());
            case "GET /version" -> exchange.json(HttpResponseStatus.OK, version());
            case "GET /server_info" -> exchange.json(HttpResponseStatus.OK, serverInfo());
            case "GET /metrics" ->
                exchange.respond(
                        HttpResponseStatus.OK,
                        "text/plain; version=0.0.4; charset=utf-8",
                        metrics.render().getBytes(StandardCharsets.UTF_8));
            case "POST /tokenize" -> tokenize(call, exchange);
            case "POST /reset_prefix_cache" -> {
                backend.resetPrefixCache();
                exchange.respond(HttpResponseStatus.OK, "", NOTHING);
            }
            default -> exchange.json(HttpResponseStatus.NOT_FOUND, "{\"detail\":\"Not Found\"}");
        }
    }

    private void tokenize(Call call, Exchange exchange) {
        try {
            String prompt = RequestReader.parse(call.body()).path("prompt").asText();
            TokenIds tokens = tokenizer.apply(prompt);
            ObjectNode answer = JsonNodeFactory.instance.objectNode();
            answer.put("count", tokens.count());
            answer.put("max_model_len", identity.maxModelLen());
            ArrayNode ids = answer.putArray("tokens");
            for (int token : tokens.toArray()) {
                ids.add(token);
            }
            answer.putNull("token_strs");
            exchange.json(HttpResponseStatus.OK, answer.toString());
        } catch (ApiProblem problem) {
            exchange.problem(problem);
        }
    }

    private String models() {
        ObjectNode model = JsonNodeFactory.instance.objectNode();
        model.put("id", identity.servedModel());
        model.put("object", "model");
        model.put("created", createdSeconds);
        model.put("owned_by", "servedyno-engine-sim");
        model.put("root", identity.rootModel());
        model.putNull("parent");
        model.put("max_model_len", identity.maxModelLen());
        model.putArray("permission");
        ObjectNode list = JsonNodeFactory.instance.objectNode();
        list.put("object", "list");
        list.putArray("data").add(model);
        return list.toString();
    }

    private String version() {
        ObjectNode version = JsonNodeFactory.instance.objectNode();
        version.put("version", identity.version());
        version.put("engine", "servedyno-engine-sim");
        version.put("simulated", true);
        version.put("notice", "SIMULATED: ServeDyno's simulated engine; no figure from it describes a real one");
        return version.toString();
    }

    private String serverInfo() {
        ObjectNode info = JsonNodeFactory.instance.objectNode();
        info.put("simulated", true);
        ObjectNode settings = info.putObject("settings");
        new TreeMap<>(identity.settings()).forEach(settings::put);
        return info.toString();
    }
}
