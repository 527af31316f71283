package org.servedyno.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.servedyno.bench.sim.model.Catalog;
import org.servedyno.bench.sim.model.EngineProfile;
import org.servedyno.harness.plan.words.PlanKeys;
import org.servedyno.harness.plan.words.PlanWords;
import org.servedyno.probe.gate.profile.HardwareProfiles;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class PlanSchemaTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final JsonNode schema = schema();

    static Stream<Path> examples() throws IOException {
        return ExamplePlansTest.examples();
    }

    @Test
    void the_schema_and_the_reader_know_the_same_keys() {
        assertThat(keys("/properties")).containsExactlyInAnyOrderElementsOf(PlanKeys.PLAN);
        assertThat(keys("/$defs/hardware/properties")).containsExactlyInAnyOrderElementsOf(PlanKeys.HARDWARE);
        assertThat(keys("/$defs/workload/properties")).containsExactlyInAnyOrderElementsOf(PlanKeys.WORKLOAD);
        assertThat(keys("/$defs/configuration/properties")).containsExactlyInAnyOrderElementsOf(PlanKeys.CONFIGURATION);
        assertThat(keys("/$defs/launch/properties")).containsExactlyInAnyOrderElementsOf(PlanKeys.LAUNCH);
        assertThat(keys("/$defs/discipline/properties")).containsExactlyInAnyOrderElementsOf(PlanKeys.DISCIPLINE);
        assertThat(keys("/$defs/warmup/properties")).containsExactlyInAnyOrderElementsOf(PlanKeys.WARMUP);
    }

    @Test
    void the_schema_and_the_reader_know_the_same_words() {
        assertThat(words("/$defs/workload/properties/dataset/enum")).isEqualTo(PlanWords.DATASETS);
        assertThat(words("/$defs/configuration/properties/engine/enum")).isEqualTo(PlanWords.ENGINES);
        assertThat(words("/$defs/configuration/properties/profile/enum"))
                .isEqualTo(Catalog.bundled().profiles().stream()
                        .map(EngineProfile::name)
                        .toList());
        assertThat(words("/$defs/configuration/properties/precision/enum")).isEqualTo(PlanWords.PRECISIONS);
        assertThat(words("/$defs/warmup/properties/until/enum")).isEqualTo(PlanWords.WARMUP_ENDS);
        assertThat(words("/$defs/hardware/properties/expect/enum")).isEqualTo(HardwareProfiles.names());
    }

    @Test
    void the_schema_accepts_a_plan_with_every_kind_of_key() throws IOException {
        assertThat(violations(Plans.SOUND.replaceAll("&vllm|<<: \\*vllm, ", "")))
                .isEmpty();
        assertThat(violations(PlanSource.demo().text())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void the_schema_accepts_every_example(Path plan) throws IOException {
        assertThat(violations(Files.readString(plan))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "blocks: 6",
                "hardware: some",
                "margin: 80",
                "discipline: { blocks: many }",
                "discipline: { warmup: { until: tired } }",
                "matrix: { colour: [red] }",
                "port: [1]"
            })
    void the_schema_refuses_what_the_reader_refuses(String line) throws IOException {
        String plan = Plans.SOUND.replaceAll("(?m)^(hardware|margin|discipline|port): .*\n", "") + line + "\n";

        assertThat(violations(plan)).isNotEmpty();
        assertThat(Plans.outcome(plan)).isInstanceOf(PlanOutcome.Problems.class);
    }

    private List<String> violations(String yaml) throws IOException {
        Object plan = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        List<String> violations = new ArrayList<>();
        new SchemaCheck(schema).check(schema, JSON.valueToTree(plan), "", violations);
        return violations;
    }

    private List<String> keys(String pointer) {
        List<String> keys = new ArrayList<>();
        schema.at(pointer).fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    private List<String> words(String pointer) {
        List<String> words = new ArrayList<>();
        schema.at(pointer).forEach(word -> words.add(word.asText()));
        return words;
    }

    private static JsonNode schema() {
        try (InputStream in = PlanReader.class.getResourceAsStream("plan.schema.json")) {
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
