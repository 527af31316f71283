package org.servedyno.probe.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.nvml.call.InOut;
import org.servedyno.probe.nvml.call.NvmlCalls;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.probe.nvml.call.ScriptedCalls;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.store.Json;
import org.servedyno.results.store.stream.GzipLines;

class ReplayedCallsTest {
    @TempDir
    Path folder;

    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void the_same_questions_get_the_same_answers_in_their_order_and_then_the_last_again() throws IOException {
        ScriptedCalls node = new ScriptedCalls().answer("nvmlDeviceGetPowerUsage", arguments -> {
            ScriptedCalls.buffer(arguments, 1).putInt(0, 72_000 + asked.getAndIncrement());
            return asked.get() == 3 ? 15 : 0;
        });

        List<Integer> live = new ArrayList<>();
        try (RecordingCalls calls = recording(node)) {
            for (int i = 0; i < 3; i++) {
                live.add(power(calls));
            }
        }
        NvmlCalls replay = replay();

        assertThat(live).containsExactly(72_000, 72_001, -15);
        assertThat(List.of(power(replay), power(replay), power(replay), power(replay)))
                .containsExactly(72_000, 72_001, -15, -15);
    }

    private static int power(NvmlCalls calls) {
        ByteBuffer out = buffer(Integer.BYTES);
        NvmlReturn result = calls.call("nvmlDeviceGetPowerUsage", 0x7f00aaL, out);
        return result.ok() ? out.getInt(0) : -result.code();
    }

    @Test
    void what_a_buffer_holds_before_the_call_is_part_of_the_question_and_an_address_in_it_is_not() throws IOException {
        ScriptedCalls node = new ScriptedCalls().answer("nvmlVersioned", arguments -> {
            ByteBuffer struct = ScriptedCalls.buffer(arguments, 0);
            int version = struct.getInt(0);
            struct.putInt(4, version * 10);
            InOut both = (InOut) arguments[0];
            both.inner().ifPresent(inner -> inner.buffer().putInt(0, version * 100));
            return 0;
        });
        try (RecordingCalls calls = recording(node)) {
            versioned(calls, 2, 0x1111);
            versioned(calls, 3, 0x2222);
        }
        NvmlCalls replay = replay();

        assertThat(versioned(replay, 3, 0x3333)).containsExactly(0, 30, 300);
        assertThat(versioned(replay, 2, 0x4444)).containsExactly(0, 20, 200);
        assertThat(versioned(replay, 4, 0x5555)).containsExactly(NvmlReturn.NOT_RECORDED.code(), 0, 0);
    }

    private static List<Integer> versioned(NvmlCalls calls, int version, long address) {
        ByteBuffer struct = buffer(16).putInt(0, version).putLong(8, address);
        ByteBuffer inner = buffer(Integer.BYTES);
        NvmlReturn result = calls.call("nvmlVersioned", InOut.pointing(struct, 8, inner));
        return List.of(result.code(), struct.getInt(4), inner.getInt(0));
    }

    @Test
    void files_of_the_kernel_and_the_clocks_are_played_back_and_what_was_not_asked_says_so() throws IOException {
        Path numa = Path.of("/sys/numa_node");
        Path gone = Path.of("/sys/gone");
        ClockAnchor now;
        try (RecordingCalls calls = recording(new ScriptedCalls().file("/sys/numa_node", "1\n"))) {
            calls.file(numa);
            calls.file(gone);
            now = calls.now();
        }
        NvmlCalls replay = replay();

        assertThat(replay.file(numa).toOptional()).hasValue("1\n");
        assertThat(replay.file(gone).absentReason()).hasValue("/sys/gone cannot be read: NoSuchFileException");
        assertThat(replay.file(Path.of("/sys/other")).absentReason())
                .hasValue("/sys/other: no answer in the recording");
        assertThat(replay.now()).isEqualTo(now);
        assertThat(replay.call("nvmlDeviceGetName", 1L).name()).isEqualTo("no answer in the recording");
    }

    @Test
    void a_call_that_has_not_come_back_when_the_recording_ends_hangs_again() throws Exception {
        Object never = new Object();
        ScriptedCalls node = new ScriptedCalls().answer("nvmlDeviceGetName", arguments -> waitFor(never));
        try (RecordingCalls calls = recording(node)) {
            Thread stuck = daemon(() -> calls.call("nvmlDeviceGetName", 1L));
            await(() -> node.called().contains("nvmlDeviceGetName"));
            assertThat(stuck.isAlive()).isTrue();
        }
        NvmlCalls replay = replay();

        Thread again = daemon(() -> replay.call("nvmlDeviceGetName", 1L));
        await(() -> again.getState() == Thread.State.WAITING);
        again.interrupt();
        again.join(10_000);
        assertThat(again.isAlive()).isFalse();
    }

    @SuppressWarnings("WaitNotInLoop") // nobody notifies
    private static int waitFor(Object never) {
        synchronized (never) {
            try {
                never.wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return 0;
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "caller");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void await(java.util.function.BooleanSupplier condition) throws InterruptedException {
        long deadlineNs = System.nanoTime() + 10_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited for 10 s").isLessThan(deadlineNs);
            Thread.sleep(5);
        }
    }

    @Test
    void what_a_killed_recorder_has_written_is_there_call_by_call() throws IOException {
        Path copy = folder.resolve("copy.gz");
        try (RecordingCalls calls = recording(new ScriptedCalls().code("nvmlInit_v2", 0))) {
            calls.call("nvmlInit_v2");
            Files.copy(folder.resolve(Recording.CALLS), copy);
        }

        GzipLines.Content content = GzipLines.read(copy);

        assertThat(content.whole()).isFalse();
        assertThat(content.lines()).hasSize(1).first().asString().contains("nvmlInit_v2");
    }

    @Test
    void a_folder_that_is_no_recording_and_a_damaged_line_are_named() throws IOException {
        assertThatThrownBy(() -> Replay.read(folder)).hasMessageContaining("it has no recording.json");

        Files.writeString(
                folder.resolve(Recording.NODE),
                "{\"schemaVersion\":1,\"recordedAt\":\"2026-01-01T00:00:00Z\",\"library\":\"/lib/x\"}");
        try (GzipLines.Writer lines = new GzipLines.Writer(folder.resolve(Recording.CALLS))) {
            lines.line("{\"ask\":\"clocks\",\"in\":[]}");
            lines.line("{\"ask\":");
        }
        assertThatThrownBy(() -> Replay.read(folder)).hasMessageContaining("line 2 is damaged");
    }

    private RecordingCalls recording(NvmlCalls node) throws IOException {
        return new RecordingCalls(node, folder.resolve(Recording.CALLS));
    }

    private NvmlCalls replay() throws IOException {
        List<Exchange> exchanges = new ArrayList<>();
        for (String line : GzipLines.read(folder.resolve(Recording.CALLS)).lines()) {
            exchanges.add(Json.value(Json.parse(line), Exchange.class));
        }
        return new ReplayedCalls("scripted", exchanges);
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    @Test
    void a_null_answer_reads_as_no_answer() throws IOException {
        Exchange exchange = Json.value(
                Json.parse("{\"ask\":\"nvmlInit_v2\",\"in\":[],\"returned\":null,\"file\":null,\"clocks\":null}"),
                Exchange.class);

        assertThat(exchange.returned()).isEqualTo(Optional.empty());
    }
}
