package org.servedyno.harness.trial.child;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Workload;

/**
 * One pass, as the load generator is told to run it.
 *
 * @param workload what to send
 * @param kind what the pass is for
 * @param number from 1 within the trial, workload and kind
 * @param orderSeed seed of the order of its requests, the same for every configuration of a block
 * @param salt text put before each prompt so that an engine's prefix cache finds nothing; empty when the cache was emptied
 */
public record PassCommand(Workload workload, Pass.Kind kind, int number, long orderSeed, Optional<String> salt) {
    String toJson() {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("command", "pass");
        line.put("workload", workload.name());
        line.put("kind", kind.word());
        line.put("pass", number);
        line.put("orderSeed", orderSeed);
        salt.ifPresent(text -> line.put("salt", text));
        return line.toString();
    }
}
