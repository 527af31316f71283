package org.servedyno.harness.engine;

import java.time.Duration;
import org.servedyno.results.model.Reading;

/**
 * How an engine became ready, stage by stage; each time counts from the start of its process.
 *
 * @param port until somebody listened on its port
 * @param health until its health path answered with success
 * @param firstToken until the last of the plan's endpoints had given a token
 * @param portOwner proof that the listener is our own process ({@code "pid 4711 of our session"}), or why there is none
 * @param modelId the model's id as the engine serves it; requests must name it
 */
public record Readiness(
        Reading<Duration> port,
        Reading<Duration> health,
        Reading<Duration> firstToken,
        Reading<String> portOwner,
        String modelId) {}
