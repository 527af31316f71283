package org.servedyno.harness.engine.launch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.servedyno.harness.plan.EngineSettings;

/**
 * {@code engine: command}: the plan's own command, with {@code {port}} and {@code {model}} filled in, and its args, sorted by name, at the
 * end. Real GPUs are handed over by UUID in CUDA_VISIBLE_DEVICES.
 */
public final class GivenCommand implements EngineCommandLine {
    @Override
    public EngineLaunch of(LaunchFacts facts) {
        List<String> words =
                new ArrayList<>(EngineSettings.of(facts.configuration()).launchPrefix());
        for (String word : facts.configuration().command()) {
            words.add(word.replace(LaunchFacts.PORT_PLACE, facts.port())
                    .replace("{model}", facts.configuration().model()));
        }
        words.addAll(Flags.of(facts.configuration().args()));
        Map<String, String> environment = new HashMap<>();
        if (!facts.gpus().isEmpty()) {
            environment.put("CUDA_VISIBLE_DEVICES", String.join(",", facts.gpus()));
        }
        environment.putAll(facts.configuration().environment());
        return new EngineLaunch(words, words, environment);
    }
}
