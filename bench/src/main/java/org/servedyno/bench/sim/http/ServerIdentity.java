package org.servedyno.bench.sim.http;

import java.util.Map;

/**
 * Who answers.
 *
 * @param version ServeDyno's version
 * @param servedModel the model's name in requests
 * @param rootModel the model simulated
 * @param maxModelLen tokens of prompt and output together
 * @param settings all effective settings by the name of their flag, for {@code /server_info}
 */
public record ServerIdentity(
        String version, String servedModel, String rootModel, int maxModelLen, Map<String, String> settings) {
    public ServerIdentity {
        settings = Map.copyOf(settings);
    }

    /** The {@code server} header, by which a simulated engine is known. */
    public String serverHeader() {
        return "servedyno-engine-sim/" + version + " (SIMULATED)";
    }
}
