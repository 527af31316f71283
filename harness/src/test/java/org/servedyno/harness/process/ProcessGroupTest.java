package org.servedyno.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.harness.process.system.LivingProcess;
import org.servedyno.harness.process.system.OpenFileLimit;

@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ProcessGroupTest {
    private static final StopPolicy QUICK =
            new StopPolicy(Duration.ofMillis(700), Duration.ofMillis(700), Duration.ofSeconds(10));

    @TempDir
    private Path folder;

    private final List<ProcessGroup> started = new ArrayList<>();

    @AfterEach
    void leave_nothing_running() {
        started.forEach(group -> group.stop(StopPolicy.AT_ONCE));
    }

    @Test
    void a_command_that_exits_at_once_tells_its_code_and_last_words() throws Exception {
        ProcessGroup group = sh("echo first; echo 'last words' >&2; exit 42");

        assertThat(group.awaitExit(Duration.ofSeconds(20))).isTrue();
        group.awaitLogEnd();

        assertThat(group.exit()).contains(new ProcessExit(42));
        assertThat(group.exit().orElseThrow().words()).isEqualTo("exit code 42");
        assertThat(group.logTail()).containsExactly("first", "last words");
        assertThat(log()).isEqualTo("first\nlast words\n");
        Teardown teardown = group.stop(QUICK);
        assertThat(teardown.gone()).isTrue();
        assertThat(teardown.signals()).isEmpty();
    }

    @Test
    void a_command_killed_from_outside_tells_the_signal() throws Exception {
        ProcessGroup group = sh("kill -KILL $$");

        assertThat(group.awaitExit(Duration.ofSeconds(20))).isTrue();

        assertThat(group.exit().orElseThrow().signal()).contains("SIGKILL");
        assertThat(group.exit().orElseThrow().words()).isEqualTo("killed by SIGKILL (status 137)");
    }

    @Test
    void the_command_itself_is_the_leader_of_a_session_of_its_own() throws Exception {
        ProcessGroup group = sh("echo $$ > pid; exec sleep 600");
        await(
                "the command",
                () -> Files.exists(folder.resolve("pid")) && !read("pid").isBlank());

        assertThat(read("pid").trim()).isEqualTo(Long.toString(group.pid()));
        assertThat(group.members()).extracting(LivingProcess::pid).containsExactly(group.pid());
        assertThat(group.members().get(0).command()).isEqualTo("sleep 600");
    }

    @Test
    void an_engine_that_obeys_ctrl_c_needs_no_more_than_that() throws Exception {
        ProcessGroup group = sh("trap 'echo bye; exit 0' INT; echo up; while :; do sleep 0.1; done");
        await("the trap", () -> group.logTail().contains("up"));

        Teardown teardown = group.stop(new StopPolicy(Duration.ofSeconds(30), Duration.ZERO, Duration.ofSeconds(10)));

        assertThat(teardown.signals()).containsExactly("SIGINT");
        assertThat(teardown.gone()).isTrue();
        assertThat(group.exit()).contains(new ProcessExit(0));
        assertThat(group.logTail()).containsExactly("up", "bye");
    }

    @Test
    void a_command_that_ignores_every_polite_signal_is_killed() throws Exception {
        ProcessGroup group = sh("trap '' INT TERM; echo up; while :; do sleep 0.1; done");
        await("the trap", () -> group.logTail().contains("up"));

        Teardown teardown = group.stop(QUICK);

        assertThat(teardown.signals()).containsExactly("SIGINT", "SIGTERM", "SIGKILL");
        assertThat(teardown.gone()).isTrue();
        assertThat(group.members()).isEmpty();
        assertThat(group.stop(QUICK)).isSameAs(teardown);
    }

    @Test
    void a_child_that_outlives_its_parent_and_ignores_sigterm_is_a_member_until_it_is_killed() throws Exception {
        ProcessGroup group = sh("(trap '' INT TERM; echo worker; while :; do sleep 0.1; done) & exit 1");
        assertThat(group.awaitExit(Duration.ofSeconds(20))).isTrue();
        await("the worker", () -> group.logTail().contains("worker"));

        assertThat(group.isAlive()).isFalse();
        assertThat(group.members()).isNotEmpty();
        Teardown teardown = group.stop(QUICK);

        assertThat(teardown.signals()).contains("SIGKILL");
        assertThat(teardown.gone()).isTrue();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_daemon_in_a_session_of_its_own_is_found_by_the_trials_marker() throws Exception {
        ProcessGroup group = sh("(setsid sleep 601 &) ; exit 0");
        assertThat(group.awaitExit(Duration.ofSeconds(20))).isTrue();
        await(
                "the daemon",
                () -> group.members().stream().anyMatch(m -> m.command().equals("sleep 601")));

        Teardown teardown = group.stop(QUICK);

        assertThat(teardown.gone()).isTrue();
        assertThat(teardown.proof()).contains("session " + group.pid()).contains("marker");
        assertThat(livingWith("sleep 601")).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_daemon_without_the_marker_is_found_when_it_was_seen_as_a_child() throws Exception {
        ProcessGroup group = sh("env -i setsid sleep 602 & wait");
        await(
                "the daemon",
                () -> group.members().stream().anyMatch(m -> m.command().equals("sleep 602")));

        assertThat(group.stop(QUICK).gone()).isTrue();
        assertThat(livingWith("sleep 602")).isEmpty();
    }

    @Test
    void a_flood_of_output_is_taken_without_holding_the_command_up_or_filling_memory() throws Exception {
        ProcessGroup group = sh("head -c 10000000 /dev/zero | tr '\\0' x >&2; yes | head -n 500000; echo end");

        assertThat(group.awaitExit(Duration.ofSeconds(50))).isTrue();
        group.awaitLogEnd();

        assertThat(Files.size(folder.resolve("engine.log"))).isEqualTo(10_000_000 + 2 * 500_000 + 4);
        assertThat(group.logTail()).hasSize(200).endsWith("y", "end");
        assertThat(group.logProblem()).isEmpty();
    }

    @Test
    void secrets_reach_the_command_but_no_file_and_no_member_list() throws Exception {
        String secret = "hf_" + "abcdefghijklmnop";
        ProcessGroup group = ProcessGroup.start(new GroupCommand(
                List.of("sh", "-c", "echo token is $HF_TOKEN; sleep 600", "sh", "--api-key", "sk-private"),
                Map.of("HF_TOKEN", secret),
                Optional.of(folder),
                folder.resolve("engine.log"),
                UUID.randomUUID().toString()));
        started.add(group);
        await("the line", () -> !group.logTail().isEmpty());

        assertThat(group.logTail()).containsExactly("token is ****");
        assertThat(log()).isEqualTo("token is ****\n");
        assertThat(group.members().toString()).contains("--api-key ****").doesNotContain("sk-private");
    }

    @Test
    void a_command_that_is_not_installed_is_named_with_the_path_searched() {
        assertThatThrownBy(() -> start(List.of("no-such-engine", "--port", "1")))
                .isInstanceOfSatisfying(
                        GroupStartException.class,
                        e -> assertThat(e.reason()).isEqualTo(GroupStartException.Reason.COMMAND_NOT_FOUND))
                .hasMessageContaining("no-such-engine")
                .hasMessageContaining("PATH");
    }

    @Test
    void temporary_files_of_the_command_are_gone_with_it() throws Exception {
        ProcessGroup group = sh("echo $TMPDIR > where; echo x > $TMPDIR/left; sleep 600");
        await(
                "the file",
                () -> Files.exists(folder.resolve("where")) && !read("where").isBlank());
        Path temporary = Path.of(read("where").trim());
        await("the temporary file", () -> Files.exists(temporary.resolve("left")));

        group.stop(QUICK);

        assertThat(temporary.getParent()).doesNotExist();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void the_command_has_the_open_file_limit_of_the_users_shell() throws Exception {
        ProcessGroup group = sh("ulimit -Sn");
        assertThat(group.awaitExit(Duration.ofSeconds(20))).isTrue();
        group.awaitLogEnd();

        assertThat(group.logTail())
                .containsExactly(OpenFileLimit.ofUser().toOptional().orElseThrow());
    }

    @Test
    void an_interrupt_does_not_cut_the_stop_short_and_is_kept() throws Exception {
        ProcessGroup group = sh("trap '' INT TERM; echo up; while :; do sleep 0.1; done");
        await("the trap", () -> group.logTail().contains("up"));

        Thread.currentThread().interrupt();
        Teardown teardown = group.stop(QUICK);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(teardown.gone()).isTrue();
    }

    private ProcessGroup sh(String script) throws GroupStartException {
        return start(List.of("sh", "-c", script));
    }

    private ProcessGroup start(List<String> command) throws GroupStartException {
        ProcessGroup group = ProcessGroup.start(new GroupCommand(
                command,
                Map.of(),
                Optional.of(folder),
                folder.resolve("engine.log"),
                UUID.randomUUID().toString()));
        started.add(group);
        return group;
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("engine.log"), StandardCharsets.UTF_8);
    }

    private String read(String name) {
        try {
            return Files.readString(folder.resolve(name), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<String> livingWith(String command) {
        return ProcessHandle.allProcesses()
                .flatMap(handle -> handle.info().commandLine().stream())
                .filter(line -> line.endsWith(command))
                .toList();
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadlineNs = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waiting for " + what).isLessThan(deadlineNs);
            Thread.sleep(20);
        }
    }
}
