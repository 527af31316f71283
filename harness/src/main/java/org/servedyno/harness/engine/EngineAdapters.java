package org.servedyno.harness.engine;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.servedyno.harness.engine.launch.GivenCommand;
import org.servedyno.harness.engine.launch.SimulatedCommand;
import org.servedyno.results.model.Configuration;

/** Finds the adapter of an engine. */
public final class EngineAdapters {
    private static final SortedMap<String, EngineAdapter> BY_NAME = new TreeMap<>(Map.of(
            "sim", new LaunchingAdapter(new SimulatedCommand()),
            "command", new LaunchingAdapter(new GivenCommand()),
            "attach", new AttachAdapter()));

    private EngineAdapters() {}

    /**
     * The adapter of the configuration's engine; the plan reader has made sure that there is one.
     *
     * @throws IllegalArgumentException for an engine not in {@link #names()}
     */
    public static EngineAdapter of(Configuration configuration) {
        return Optional.ofNullable(BY_NAME.get(configuration.engine()))
                .orElseThrow(() -> new IllegalArgumentException(
                        "no adapter for engine " + configuration.engine() + "; there are " + names()));
    }

    /** The engines there are adapters for, sorted. */
    public static Set<String> names() {
        return java.util.Collections.unmodifiableSet(BY_NAME.keySet());
    }
}
