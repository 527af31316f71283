package org.servedyno.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.servedyno.results.model.Workload;
import org.servedyno.results.store.Json;
import org.servedyno.results.store.JsonFile;
import org.servedyno.results.store.TrialDirectory;

/**
 * What a load generator of its own process is started with.
 *
 * @param simulated whether the engine is simulated
 * @param baseUrl the server
 * @param model the model's name as the server knows it
 * @param trial where the files go
 * @param requestLimit longest time from sending a request to its end
 * @param silenceLimit longest time without a byte while a request is under way
 * @param workloads what passes may be asked for
 */
public record LoadSpec(
        boolean simulated,
        URI baseUrl,
        String model,
        TrialDirectory trial,
        Duration requestLimit,
        Duration silenceLimit,
        List<SealedWorkload> workloads) {
    /**
     * A workload and its requests.
     *
     * @param workload the load rule
     * @param requestSet file of the sealed request set
     */
    public record SealedWorkload(Workload workload, Path requestSet) {}

    private static final String REQUEST_SET = "requestSet";

    public LoadSpec {
        workloads = List.copyOf(workloads);
    }

    /** The spec file's document. */
    public ObjectNode toJson() {
        ObjectNode spec = JsonNodeFactory.instance.objectNode();
        spec.put("schemaVersion", Json.SCHEMA_VERSION);
        spec.put("simulated", simulated);
        spec.put("baseUrl", baseUrl.toString());
        spec.put("model", model);
        spec.put("trialDirectory", trial.path().toString());
        spec.put("requestTimeoutSeconds", requestLimit.toSeconds());
        spec.put("chunkTimeoutSeconds", silenceLimit.toSeconds());
        ArrayNode list = spec.putArray("workloads");
        for (SealedWorkload sealed : workloads) {
            ObjectNode one = (ObjectNode) Json.tree(sealed.workload());
            list.add(one.put(REQUEST_SET, sealed.requestSet().toString()));
        }
        return spec;
    }

    /** Reads a spec file. */
    static LoadSpec read(Path file) throws IOException {
        JsonNode spec = JsonFile.readTree(file);
        List<SealedWorkload> workloads = new ArrayList<>();
        for (JsonNode one : spec.path("workloads")) {
            workloads.add(new SealedWorkload(
                    Json.value(one, Workload.class),
                    Path.of(one.path(REQUEST_SET).asText())));
        }
        return new LoadSpec(
                spec.path("simulated").asBoolean(),
                URI.create(spec.path("baseUrl").asText()),
                spec.path("model").asText(),
                new TrialDirectory(Path.of(spec.path("trialDirectory").asText())),
                Duration.ofSeconds(spec.path("requestTimeoutSeconds").asLong()),
                Duration.ofSeconds(spec.path("chunkTimeoutSeconds").asLong()),
                workloads);
    }
}
