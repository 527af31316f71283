package org.servedyno.results.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInventory;

/**
 * What {@code gates.json} and {@code probe --json} hold: the GPUs, how they reach each other, and what every gate said.
 *
 * @param simulated whether the GPUs, or the engines where no GPU was looked at, are simulated
 * @param inventory the GPUs, or why none was looked at
 * @param gates in the order evaluated
 */
public record GateReport(boolean simulated, Reading<GpuInventory> inventory, List<GateResult> gates) {
    public GateReport {
        gates = List.copyOf(gates);
    }

    /** The JSON document. */
    public ObjectNode document() {
        ObjectNode document = inventory
                .toOptional()
                .map(present -> Json.document(present, simulated))
                .orElseGet(() -> withoutGpus(inventory.absentReason().orElseThrow()));
        ArrayNode list = document.putArray("gates");
        gates.forEach(gate -> list.add(Json.tree(gate)));
        return document;
    }

    private ObjectNode withoutGpus(String reason) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("schemaVersion", Json.SCHEMA_VERSION);
        document.put("simulated", simulated);
        document.putNull("gpus");
        document.putNull("topology");
        document.putObject("absent").put("gpus", reason).put("topology", reason);
        return document;
    }

    /** Writes the document; see {@link WholeFile}. */
    public void write(Path file) throws IOException {
        WholeFile.write(file, Json.pretty(document()));
    }

    /**
     * Reads a document back.
     *
     * @throws IOException when it is missing, no JSON, of another shape, or written by a newer version
     */
    public static GateReport read(Path file) throws IOException {
        JsonNode document = JsonFile.readTree(file);
        Reading<GpuInventory> inventory = document.path("gpus").isArray()
                ? Reading.of(JsonFile.read(file, GpuInventory.class))
                : Reading.absent(document.path("absent").path("gpus").asText("no reason recorded"));
        List<GateResult> gates = new ArrayList<>();
        for (JsonNode gate : document.path("gates")) {
            gates.add(Json.value(gate, GateResult.class));
        }
        return new GateReport(document.path("simulated").booleanValue(), inventory, gates);
    }
}
