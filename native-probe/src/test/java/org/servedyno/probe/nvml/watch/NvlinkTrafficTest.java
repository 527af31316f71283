package org.servedyno.probe.nvml.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.NvmlField;
import org.servedyno.probe.nvml.call.ScriptedCalls;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuSample;

class NvlinkTrafficTest {
    private static final int ENTRY_BYTES = 40;
    private static final int TYPE_U64 = 3;
    private static final int NOT_SUPPORTED = 3;
    private static final int ALL_LINKS = 0xFFFFFFFF;
    private static final long SECOND_US = 1_000_000;

    private final long[] counted = new long[2];
    private long nowUs = SECOND_US;
    private long stepUs = SECOND_US;

    /** The second of two looks that the driver dates a step apart: link 0 counts 1024 KiB in between, and all links count what is given. */
    private Reading<Double> sent(long allKiB) {
        ScriptedCalls calls = new ScriptedCalls().answer("nvmlDeviceGetFieldValues", this::fields);
        HotSet hotSet = new HotSet(new NvmlDevice(calls, 1, 0), new ReentrantLock());
        counted[0] = 500;
        counted[1] = allKiB == 0 ? 0 : 5000;
        hotSet.look();
        nowUs += stepUs;
        counted[0] += 1024;
        counted[1] += allKiB;
        GpuSample second = hotSet.look();
        return second.nvlinkTxMiBps();
    }

    private int fields(Object[] arguments) {
        ByteBuffer entries = ScriptedCalls.buffer(arguments, 2);
        for (int at = 0; at < entries.capacity(); at += ENTRY_BYTES) {
            boolean counter = entries.getInt(at) == NvmlField.NVLINK_TX_KIB.id();
            entries.putInt(at + 28, counter ? 0 : NOT_SUPPORTED);
            entries.putInt(at + 24, TYPE_U64).putLong(at + 8, nowUs);
            entries.putLong(at + 32, entries.getInt(at + 4) == ALL_LINKS ? counted[1] : counted[0]);
        }
        return 0;
    }

    @Test
    void t20_the_rate_is_of_all_links_and_not_of_link_0() {
        assertThat(sent(18 * 1024)).isEqualTo(Reading.of(18.0));
    }

    @Test
    void t27_a_rate_goes_by_the_drivers_times_and_not_by_those_of_our_calls() {
        stepUs = 2 * SECOND_US;

        assertThat(sent(18 * 1024)).isEqualTo(Reading.of(9.0));
    }

    @Test
    void a_library_that_answers_0_for_all_links_gives_no_rate_of_0() {
        assertThat(sent(0).absentReason()).isPresent();
    }

    @Test
    void t20_counters_that_fell_give_no_rate_for_that_interval_and_one_event() {
        ScriptedCalls calls = new ScriptedCalls().answer("nvmlDeviceGetFieldValues", this::fields);
        try (GpuWorker worker = new GpuWorker(new NvmlDevice(calls, 1, 0))) {
            GpuSampler sampler = new GpuSampler(worker, new ReentrantLock());
            List<Reading<Double>> rates = new ArrayList<>();
            for (long countedKiB : new long[] {5 * 1024, 15 * 1024, 3 * 1024, 4 * 1024}) {
                counted[1] = countedKiB;
                nowUs += SECOND_US;
                rates.add(look(sampler).nvlinkTxMiBps());
            }

            assertThat(rates.get(1)).isEqualTo(Reading.of(10.0));
            assertThat(rates.get(2).absentReason())
                    .hasValueSatisfying(why -> assertThat(why).contains("wrapped or was reset"));
            assertThat(rates.get(3)).isEqualTo(Reading.of(1.0));
            assertThat(sampler.events()).extracting(GpuEvent::kind).containsExactly(GpuEvent.Kind.COUNTER_RESET);
        }
    }

    private static GpuSample look(GpuSampler sampler) {
        sampler.ask();
        return sampler.take(System.nanoTime() + TimeUnit.SECONDS.toNanos(30)).orElseThrow();
    }
}
