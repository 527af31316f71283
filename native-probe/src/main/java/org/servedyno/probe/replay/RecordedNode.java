package org.servedyno.probe.replay;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The first file of a recording, {@code recording.json}.
 *
 * @param recordedAt when it was begun
 * @param library NVML as it was mapped; empty when none loaded
 * @param unavailable why no GPU could be probed; empty when one could, and when NVML itself said so
 * @param surroundings what is known beside NVML's answers
 */
record RecordedNode(
        Instant recordedAt, Optional<String> library, Optional<Unavailable> unavailable, Surroundings surroundings) {
    /** What a {@link org.servedyno.probe.ProbeUnavailableException} says. */
    record Unavailable(List<String> tried, String seen, String nextStep) {
        Unavailable {
            tried = List.copyOf(tried);
        }
    }

    RecordedNode with(Surroundings known) {
        return new RecordedNode(recordedAt, library, unavailable, known);
    }
}
