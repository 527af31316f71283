package org.servedyno.probe.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ChildJvmTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private static ChildJvm start(String behaviour) throws Exception {
        return ChildJvm.start(ChildSpec.of("unruly child", UnrulyChild.class, behaviour)
                .withJvmFlags("-Xshare:auto", "-XX:TieredStopAtLevel=1"));
    }

    private static ChildEvent event(ChildJvm child) throws InterruptedException {
        return child.next(LONG).orElseThrow(() -> new AssertionError("no event; tail: " + child.tail()));
    }

    @Test
    void commands_go_in_and_events_come_out_in_order() throws Exception {
        try (ChildJvm child = start("echo")) {
            assertThat(event(child).name()).isEqualTo("ready");
            child.send("one");
            child.send("zwei äöü");
            assertThat(event(child).body().get("text").textValue()).isEqualTo("one");
            assertThat(event(child).body().get("text").textValue()).isEqualTo("zwei äöü");

            ChildExit exit = child.stop(LONG);

            assertThat(exit.clean()).isTrue();
            assertThat(exit.tail()).contains("a stray print");
            assertThat(event(child).name()).isEqualTo("end");
            assertThat(child.ended()).isTrue();
        }
    }

    @Test
    void an_exit_code_and_the_last_words_are_kept() throws Exception {
        try (ChildJvm child = start("exit-42")) {
            assertThat(child.next(LONG)).isEmpty();

            ChildExit exit = child.stop(LONG);

            assertThat(exit.code()).isEqualTo(42);
            assertThat(exit.destroyed()).isFalse();
            assertThat(exit.tail()).endsWith("this is why");
            assertThat(exit.clean()).isFalse();
            assertThat(child.exitCode()).hasValue(42);
        }
    }

    @Test
    void a_child_that_ignores_the_end_of_its_stdin_is_killed_after_the_grace() throws Exception {
        try (ChildJvm child = start("deaf")) {
            assertThat(event(child).name()).isEqualTo("ready");

            ChildExit exit = child.stop(Duration.ofMillis(300));

            assertThat(exit.destroyed()).isTrue();
            assertThat(exit.clean()).isFalse();
            assertThat(ProcessHandle.of(child.pid()).filter(ProcessHandle::isAlive))
                    .isEmpty();
            assertThat(child.stop(Duration.ZERO)).isEqualTo(exit);
        }
    }

    @Test
    void a_flood_on_stderr_neither_blocks_the_child_nor_fills_the_memory() throws Exception {
        try (ChildJvm child = start("flood")) {
            assertThat(event(child).name()).isEqualTo("done");

            assertThat(child.stop(LONG).clean()).isTrue();
            assertThat(child.tail()).contains("line 49999").doesNotContain("line 49000 ");
        }
    }

    @Test
    void half_a_json_line_is_kept_in_the_tail_and_never_an_event() throws Exception {
        try (ChildJvm child = start("half-line")) {
            assertThat(event(child).name()).isEqualTo("whole");
            assertThat(child.next(LONG)).isEmpty();
            assertThat(child.ended()).isTrue();
            assertThat(child.stop(LONG).tail()).contains("not an event\n{\"event\":\"ha");
        }
    }

    @Test
    void a_child_killed_from_outside_ends_the_wait_at_once() throws Exception {
        try (ChildJvm child = start("deaf")) {
            event(child);
            ProcessHandle.of(child.pid()).orElseThrow().destroyForcibly();

            assertThat(child.next(LONG)).isEmpty();
            assertThat(child.stop(LONG).code()).isEqualTo(128 + 9);
            assertThat(child.exitCode()).hasValue(128 + 9);
        }
    }

    @Test
    void the_temp_folder_is_the_childs_own_and_is_deleted() throws Exception {
        try (ChildJvm child = start("temp")) {
            Path folder = Path.of(event(child).body().get("folder").textValue());
            assertThat(folder.getFileName().toString()).startsWith("servedyno-child-");

            child.stop(LONG);

            assertThat(folder).doesNotExist();
        }
    }

    @Test
    void a_killed_parent_takes_its_child_along() throws Exception {
        try (ChildJvm parent = start("parent")) {
            long grandchild = event(parent).body().get("pid").longValue();
            Optional<ProcessHandle> handle = ProcessHandle.of(grandchild);
            ProcessHandle.of(parent.pid()).orElseThrow().destroyForcibly();

            if (handle.isPresent()) {
                handle.get().onExit().get(LONG.toSeconds(), TimeUnit.SECONDS);
            }
            assertThat(ProcessHandle.of(grandchild).filter(ProcessHandle::isAlive))
                    .isEmpty();
        }
    }

    @Test
    void an_interrupt_kills_the_child_at_once_is_kept_and_breaks_nothing() throws Exception {
        try (ChildJvm child = start("deaf")) {
            event(child);
            Thread.currentThread().interrupt();

            ChildExit exit = child.stop(LONG);

            assertThat(Thread.interrupted()).isTrue();
            assertThat(exit.destroyed()).isTrue();
            assertThat(child.isAlive()).isFalse();
        }
    }

    @Test
    void a_child_whose_parent_was_killed_takes_its_temp_folder_along() throws Exception {
        try (ChildJvm parent = start("parent")) {
            ChildEvent started = event(parent);
            Path folder = Path.of(started.body().get("folder").textValue());
            Optional<ProcessHandle> child =
                    ProcessHandle.of(started.body().get("pid").longValue());
            assertThat(folder).exists();

            ProcessHandle.of(parent.pid()).orElseThrow().destroyForcibly();
            if (child.isPresent()) {
                child.get().onExit().get(LONG.toSeconds(), TimeUnit.SECONDS);
            }

            assertThat(folder).doesNotExist();
        }
    }
}
