package org.servedyno.probe.conformance;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.store.Json;

/** A sound inventory of two GPUs with something put into it that cannot be. */
final class Doctored {
    private static final ObjectMapper PLAIN = new ObjectMapper();

    private final JsonNode tree;

    private Doctored(JsonNode tree) {
        this.tree = tree;
    }

    static Doctored inventory() throws ProbeUnavailableException {
        try (GpuProbe probe = GpuProbes.open(new ProbeSource.Simulated("h100-sxm", 2, Optional.empty()))) {
            return new Doctored(Json.tree(probe.inventory()));
        }
    }

    /** Puts a value at a JSON pointer; whoever gave a reason for its absence is overruled. */
    Doctored with(String pointer, Object value) {
        JsonPointer at = JsonPointer.compile(pointer);
        JsonNode parent = tree.at(at.head());
        JsonNode node = PLAIN.valueToTree(value);
        String name = at.last().getMatchingProperty();
        if (parent instanceof ArrayNode list) {
            list.set(at.last().getMatchingIndex(), node);
        } else {
            ((ObjectNode) parent).set(name, node);
            if (parent.path("absent") instanceof ObjectNode reasons) {
                reasons.remove(name);
            }
        }
        return this;
    }

    GpuInventory read() throws IOException {
        return Json.value(tree, GpuInventory.class);
    }

    List<String> problems() throws IOException {
        return InventoryChecks.problems(read());
    }
}
