package org.servedyno.harness.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Trial;
import org.servedyno.results.store.JsonFile;
import org.servedyno.results.store.RunDirectory;
import org.servedyno.results.store.TrialDirectory;

/** The keys of the files that readers outside this repository rely on; a key goes, or changes its name, only with the schema version. */
final class FileKeys {
    private static final String STAMP = "schemaVersion simulated ";

    private FileKeys() {}

    static void assertAgreed(RunDirectory run, Trial trial, Pass pass) throws IOException {
        TrialDirectory folder = run.trial(trial.id());
        trial(JsonFile.readTree(folder.trialJson()));
        JsonNode passJson = JsonFile.readTree(folder.pass(Pass.folderName(pass.workload(), pass.kind(), pass.number()))
                .passJson());
        keys(
                passJson,
                STAMP
                        + "workload pass kind workSha256 requests completed failures metrics startMonotonicNs endMonotonicNs"
                        + " startAnchor endAnchor partial sentAgain");
        assertThat(passJson.path("kind").asText()).isEqualTo("measured");
        keys(passJson.path("metrics").path("output-throughput"), "value unit n");
        gates(JsonFile.readTree(folder.gatesJson()));
        study(JsonFile.readTree(run.studyJson()));
    }

    private static void trial(JsonNode trial) {
        keys(
                trial,
                STAMP
                        + "trialId block configuration attempt validity outcome enginePid command port gpus startedAt endedAt"
                        + " passes");
        keys(trial.path("validity"), "state reasons");
        keys(trial.path("outcome"), "state");
    }

    private static void gates(JsonNode gates) {
        keys(gates, STAMP + "source readAt driverVersion nvmlVersion cudaDriverVersion gpus topology absent gates");
        keys(gates.path("topology"), "matrix p2p");
        assertThat(gates.path("topology").path("matrix").path(0).path(0).isTextual())
                .isTrue();
        assertThat(gates.path("gpus").path(0).path("uuid").isTextual()).isTrue();
        for (JsonNode gate : gates.path("gates")) {
            keys(gate, "id gpu status effect expected seen advice");
            assertThat(gate.path("status").asText()).isIn("pass", "warn", "fail", "skip");
            assertThat(gate.path("effect").asText()).isIn("none", "suspect", "invalid");
            assertThat(gate.path("gpu").isNull() || gate.path("gpu").isInt()).isTrue();
        }
    }

    private static void study(JsonNode study) {
        keys(
                study,
                STAMP + "study exploratory complete runDirectory baseline primaryMetric margin blocks workSha256"
                        + " configurations verdicts");
        keys(
                study.path("configurations").path(0),
                "name planned trials valid suspect invalid failed interrupted reasons metrics");
        assertThat(study.path("verdicts").path(0).fieldNames())
                .toIterable()
                .contains(
                        "workload",
                        "metric",
                        "baseline",
                        "candidate",
                        "ratio",
                        "low",
                        "high",
                        "margin",
                        "verdict",
                        "blocks",
                        "notes");
    }

    private static void keys(JsonNode object, String expected) {
        assertThat(object.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrderElementsOf(List.of(expected.split(" ", -1)));
    }
}
