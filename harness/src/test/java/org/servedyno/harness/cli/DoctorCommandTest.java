package org.servedyno.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.servedyno.results.store.Json;

@Timeout(120)
class DoctorCommandTest {
    @Test
    void it_looks_at_the_machine_and_measures_its_client() throws Exception {
        Invocation run = Invocation.of(new DoctorCommand(), "--json");

        assertThat(run.exitCode()).as(run.out()).isEqualTo(ExitCode.OK);
        JsonNode document = Json.parse(run.out());
        assertThat(document.path("findings").findValuesAsText("id"))
                .containsExactly(
                        "jdk",
                        "cores",
                        "memory",
                        "open-files",
                        "clocks",
                        "port",
                        "cache",
                        "runs",
                        "gpus",
                        "client-requests",
                        "client-tokens");
        assertThat(document.path("findings").findValuesAsText("seen"))
                .allMatch(seen -> !seen.isBlank())
                .anyMatch(seen -> seen.matches("[1-9]\\d* requests/s at 64 in flight.*SIMULATED.*"))
                .anyMatch(seen -> seen.matches("[1-9]\\d* tokens/s at 64 in flight.*SIMULATED.*"));
    }
}
