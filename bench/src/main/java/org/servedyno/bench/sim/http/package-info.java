/** The simulated engine's OpenAI-compatible face: connections, requests, event streams, metrics page. */
@NullMarked
package org.servedyno.bench.sim.http;

import org.jspecify.annotations.NullMarked;
