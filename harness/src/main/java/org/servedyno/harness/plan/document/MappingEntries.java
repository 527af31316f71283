package org.servedyno.harness.plan.document;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** The entries of a mapping: duplicate and odd keys reported, merge keys ({@code <<}) followed. */
final class MappingEntries {
    private static final String MERGE = "<<";
    /** Longest chain of mappings that merge mappings; a bound for the stack. */
    private static final int MAX_CHAIN = 40;

    private final ProblemList problems;
    /** The mappings being merged just now, to stop at one that holds itself. */
    private final Set<MappingNode> open = Collections.newSetFromMap(new IdentityHashMap<>());
    /** The mappings merged already: a second time adds nothing, and would let a small file cost exponential time. */
    private final Set<MappingNode> done = Collections.newSetFromMap(new IdentityHashMap<>());

    private MappingEntries(ProblemList problems) {
        this.problems = problems;
    }

    static Map<String, Value> of(MappingNode mapping, ProblemList problems) {
        return new MappingEntries(problems).read(mapping);
    }

    private Map<String, Value> read(MappingNode mapping) {
        Map<String, Value> own = new LinkedHashMap<>();
        Map<String, Value> merged = new LinkedHashMap<>();
        open.add(mapping);
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
                problems.add(tuple.getKeyNode().getStartMark(), "a key must be a word", Optional.empty());
            } else if (keyNode.isPlain() && keyNode.getValue().equals(MERGE)) {
                mergedMappings(tuple.getValueNode())
                        .forEach(other -> read(other).forEach(merged::putIfAbsent));
            } else {
                put(own, keyNode, tuple.getValueNode());
            }
        }
        open.remove(mapping);
        done.add(mapping);
        merged.forEach(own::putIfAbsent);
        return own;
    }

    private void put(Map<String, Value> entries, ScalarNode keyNode, Node value) {
        String key = keyNode.getValue();
        Value entry = new Value(key, keyNode.getStartMark(), value, problems);
        Optional<Value> earlier = Optional.ofNullable(entries.putIfAbsent(key, entry));
        earlier.flatMap(Value::keyPosition)
                .ifPresent(position -> problems.add(
                        keyNode.getStartMark(),
                        "\"" + key + "\" stands here again; the first is at " + position,
                        Optional.empty()));
    }

    private List<MappingNode> mergedMappings(Node node) {
        List<Node> nodes = node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
        for (Node one : nodes) {
            if (!(one instanceof MappingNode mapping) || open.contains(mapping) || open.size() > MAX_CHAIN) {
                problems.add(
                        node.getStartMark(),
                        "<< merges a mapping, or a list of them, other than its own and through at most " + MAX_CHAIN
                                + " steps",
                        Optional.empty());
                return List.of();
            }
        }
        return nodes.stream()
                .map(MappingNode.class::cast)
                .filter(mapping -> !done.contains(mapping))
                .toList();
    }
}
