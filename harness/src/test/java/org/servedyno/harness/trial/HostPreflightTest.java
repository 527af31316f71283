package org.servedyno.harness.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.harness.plan.Plans;
import org.servedyno.harness.process.system.LivingProcess;
import org.servedyno.harness.trial.gpu.GpuPreflight;
import org.servedyno.results.model.Hardware;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Effect;
import org.servedyno.results.model.gpu.GateResult.Status;
import org.servedyno.results.store.RunDirectory;

class HostPreflightTest {
    private static final String PLAN = """
            study: small
            model: Qwen/Qwen3-14B
            workloads:
              short: { dataset: random, input: 24, output: 4, prompts: 8, seed: 1 }
            configurations:
              a: { engine: sim }
            discipline: { blocks: 1, seed: 5 }
            """;

    @TempDir
    Path folder;

    private TrialSetting setting(String more) throws IOException {
        Study study = Plans.study(PLAN + more);
        RunDirectory run = RunDirectory.create(folder, "small", Instant.EPOCH, "x");
        Path requests = Files.writeString(folder.resolve("short.jsonl"), "{}", StandardCharsets.UTF_8);
        return new TrialSetting(study, run, Map.of("short", requests), Optional.empty());
    }

    private static List<GateResult> check(TrialSetting setting) {
        return new HostPreflight(setting).check(setting.study().configuration("a"));
    }

    private static GateResult gate(List<GateResult> gates, String id) {
        return gates.stream().filter(gate -> gate.id().equals(id)).findFirst().orElseThrow();
    }

    @Test
    void a_sound_machine_passes_and_every_gate_is_named() throws IOException {
        List<GateResult> gates = check(setting(""));

        assertThat(gates).extracting("id").containsExactly("HOST-1", "HOST-2", "HOST-3", "HOST-4", "HOST-5");
        assertThat(gates).extracting("effect").containsOnly(Effect.NONE);
        assertThat(gate(gates, "HOST-3").status()).isEqualTo(Status.SKIP);
    }

    @Test
    void too_few_open_files_for_the_client_fail_and_for_the_engine_warn() {
        OptionalLong none = OptionalLong.empty();

        assertThat(HostPreflight.openFiles(1000, OptionalLong.of(1024), none).effect())
                .isEqualTo(Effect.INVALID);
        assertThat(HostPreflight.openFiles(1000, OptionalLong.of(4096), OptionalLong.of(1024))
                        .status())
                .isEqualTo(Status.WARN);
        assertThat(HostPreflight.openFiles(1000, none, none).status()).isEqualTo(Status.PASS);
    }

    @Test
    void a_full_disk_fails_and_a_nearly_full_one_warns() {
        assertThat(HostPreflight.disk(100).effect()).isEqualTo(Effect.INVALID);
        assertThat(HostPreflight.disk(1000).status()).isEqualTo(Status.WARN);
        assertThat(HostPreflight.disk(100_000).status()).isEqualTo(Status.PASS);
    }

    @Test
    void a_port_that_is_taken_fails_and_names_its_holder() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            GateResult port = gate(check(setting("port: " + taken.getLocalPort())), "HOST-3");

            assertThat(port.effect()).isEqualTo(Effect.INVALID);
            assertThat(port.seen()).contains(Integer.toString(taken.getLocalPort()));
            assertThat(HostPreflight.failureClass(port)).isEqualTo("port-in-use");
        }
    }

    @Test
    void no_trial_starts_beside_what_an_earlier_one_has_left() throws IOException {
        TrialSetting setting = setting("");
        HostPreflight host = new HostPreflight(setting);
        Process left = new ProcessBuilder("sleep", "60").start();
        try {
            host.remember(List.of(new LivingProcess(left.pid(), "sleep 60")));
            GateResult gate = gate(host.check(setting.study().configuration("a")), "HOST-4");
            assertThat(gate.effect()).isEqualTo(Effect.INVALID);
            assertThat(gate.seen()).contains("pid " + left.pid());
        } finally {
            left.destroyForcibly().onExit().join();
        }
        assertThat(gate(host.check(setting.study().configuration("a")), "HOST-4")
                        .status())
                .isEqualTo(Status.PASS);
    }

    @Test
    void a_request_set_that_is_gone_fails() throws IOException {
        TrialSetting setting = setting("");
        Files.delete(folder.resolve("short.jsonl"));

        assertThat(gate(check(setting), "HOST-5").effect()).isEqualTo(Effect.INVALID);
    }

    @Test
    void fewer_gpus_than_the_plan_asks_for_fail() {
        GateResult gate = GpuPreflight.enough(new Hardware.Gpus("h100-sxm", 2, List.of("0", "9")), List.of());

        assertThat(gate.effect()).isEqualTo(Effect.INVALID);
        assertThat(gate.seen()).isEqualTo("0 found");
    }
}
