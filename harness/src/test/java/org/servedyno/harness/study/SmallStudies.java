package org.servedyno.harness.study;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.servedyno.harness.plan.TrialOrder;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Discipline;
import org.servedyno.results.model.Hardware;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.TrialOutcome;
import org.servedyno.results.model.Validity;
import org.servedyno.results.model.Workload;

/** Studies and trials made by hand, as small as they can be. */
final class SmallStudies {
    private SmallStudies() {}

    static Study of(List<String> configurations, int blocks, int retries) {
        Workload workload = new Workload(
                "short",
                "random",
                Optional.empty(),
                8,
                OptionalInt.of(16),
                OptionalInt.of(4),
                0,
                1,
                Workload.Endpoint.COMPLETIONS,
                true,
                OptionalInt.empty(),
                OptionalDouble.empty(),
                Optional.empty());
        return new Study(
                "small",
                true,
                configurations.get(0),
                "output-throughput",
                0.005,
                "o200k",
                configurations.stream().map(SmallStudies::configuration).toList(),
                List.of(workload),
                new Discipline(blocks, 1, false, 1, 1, 7, retries),
                new Hardware.Simulated("h100-sxm", 1),
                TrialOrder.of(configurations, blocks, 7));
    }

    private static Configuration configuration(String name) {
        return new Configuration(name, "sim", "m", Map.of(), Map.of(), List.of(), Map.of(), Map.of(), 1);
    }

    static Trial trial(
            String id, int block, String configuration, int attempt, Validity validity, TrialOutcome outcome) {
        return new Trial(
                id,
                block,
                configuration,
                attempt,
                true,
                validity,
                outcome,
                OptionalLong.empty(),
                List.of(),
                OptionalInt.empty(),
                List.of(),
                Instant.EPOCH,
                Instant.EPOCH,
                List.of());
    }
}
