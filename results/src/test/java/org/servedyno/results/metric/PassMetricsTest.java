package org.servedyno.results.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.servedyno.results.metric.Requests.MS;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.servedyno.results.model.ContentEvents;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.RequestRecord;

class PassMetricsTest {
    private static Map<String, MetricValue> of(RequestRecord... requests) {
        return PassMetrics.of(List.of(requests), 0, 1000 * MS, false);
    }

    private static MetricValue metric(Map<String, MetricValue> metrics, String id) {
        return Objects.requireNonNull(metrics.get(id), id);
    }

    private static double value(Map<String, MetricValue> metrics, String id) {
        return metric(metrics, id).value().toOptional().orElseThrow();
    }

    @Test
    void a_role_only_first_event_is_not_the_first_token() {
        RequestRecord role = Requests.record(
                0, 5, ContentEvents.of(new long[] {200 * MS, 210 * MS}), 210, OptionalInt.of(2), RequestRecord.SUCCESS);

        Map<String, MetricValue> metrics = of(role);

        assertThat(value(metrics, "ttft-mean")).isEqualTo(200);
    }

    @Test
    void a_stream_of_n_one_token_chunks_has_n_minus_1_gaps() {
        Map<String, MetricValue> metrics = of(Requests.okWithTokens(0, new int[] {1, 1, 1, 1}, 100, 110, 130, 160));

        assertThat(metric(metrics, "itl-mean").n()).isEqualTo(3);
        assertThat(value(metrics, "itl-mean")).isEqualTo(20);
        assertThat(metrics).doesNotContainKey("chunk-gap-mean");
    }

    @Test
    void a_gap_is_shared_out_over_the_tokens_of_its_event_and_excludes_ttft() {
        Map<String, MetricValue> metrics = of(Requests.okWithTokens(0, new int[] {2, 4}, 1000, 1040));

        assertThat(metric(metrics, "itl-mean").n()).isEqualTo(4);
        assertThat(value(metrics, "itl-mean")).isEqualTo(10);
        assertThat(value(metrics, "tpot-mean")).isEqualTo(8);
    }

    @Test
    void gaps_of_events_with_unknown_tokens_are_called_chunk_gaps() {
        Map<String, MetricValue> metrics = of(Requests.ok(0, 8, 100, 140));

        assertThat(metrics).doesNotContainKey("itl-mean");
        assertThat(value(metrics, "chunk-gap-mean")).isEqualTo(40);
        assertThat(value(metrics, "tokens-per-chunk")).isEqualTo(4);
    }

    @Test
    void a_reply_without_a_token_and_a_partial_one_enter_no_latency_and_no_throughput() {
        Map<String, MetricValue> alone = of(Requests.ok(0, 3, 100, 110, 120));
        Map<String, MetricValue> among = of(
                Requests.failed(0, 1, "no-token"),
                Requests.ok(0, 3, 100, 110, 120),
                Requests.failed(0, 990, "partial", 10, 500));

        for (String id : List.of("ttft-p50", "tpot-mean", "e2el-p99", "output-throughput", "request-throughput")) {
            assertThat(among.get(id)).as(id).isEqualTo(alone.get(id));
        }
    }

    @Test
    void zero_is_never_a_sample() {
        Map<String, MetricValue> metrics = of(Requests.failed(0, 1, "no-token"));

        assertThat(metric(metrics, "ttft-p50").value().absentReason()).contains("no request succeeded");
        assertThat(metric(metrics, "output-throughput").value().absentReason()).contains("no request succeeded");
        assertThat(metric(metrics, "ttft-p50").n()).isZero();
    }

    @Test
    void a_request_that_was_never_sent_has_no_duration_at_all() {
        RequestRecord unsent = new RequestRecord(
                "r",
                5,
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                ContentEvents.none(),
                5,
                1,
                OptionalInt.empty(),
                "none",
                Optional.empty(),
                "connect-refused");

        assertThat(of(unsent).values())
                .allSatisfy(metric -> assertThat(metric.value().toOptional()).isEmpty());
    }

    @Test
    void no_duration_is_negative_and_e2el_less_ttft_is_the_sum_of_gaps() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            long sentMs = random.nextInt(1000);
            int events = 2 + random.nextInt(20);
            long[] contentMs = LongStream.iterate(sentMs + 1 + random.nextInt(50), t -> t + random.nextInt(30))
                    .limit(events)
                    .toArray();
            int[] tokens =
                    IntStream.range(0, events).map(i -> 1 + random.nextInt(4)).toArray();

            Map<String, MetricValue> metrics =
                    PassMetrics.of(List.of(Requests.okWithTokens(sentMs, tokens, contentMs)), 0, 10_000 * MS, false);

            double gaps =
                    value(metrics, "itl-mean") * metric(metrics, "itl-mean").n();
            assertThat(value(metrics, "e2el-mean") - value(metrics, "ttft-mean"))
                    .as("seed %d", seed)
                    .isCloseTo(gaps, within(1e-6));
            assertThat(metrics.values())
                    .allSatisfy(metric -> assertThat(metric.value().toOptional().orElse(0.0))
                            .as("seed %d", seed)
                            .isNotNegative());
        }
    }

    @Test
    void open_loop_adds_latencies_from_the_intended_moment() {
        RequestRecord late = new RequestRecord(
                "r",
                100 * MS,
                OptionalLong.of(MS),
                OptionalLong.of(150 * MS),
                OptionalLong.of(160 * MS),
                ContentEvents.of(new long[] {200 * MS, 260 * MS}),
                261 * MS,
                4,
                OptionalInt.of(2),
                "usage",
                Optional.of("length"),
                RequestRecord.SUCCESS);

        Map<String, MetricValue> open = PassMetrics.of(List.of(late), 100 * MS, 261 * MS, true);

        assertThat(value(open, "ttft-p50")).isEqualTo(50);
        assertThat(value(open, "ttft-from-intended-p50")).isEqualTo(100);
        assertThat(value(open, "e2el-from-intended-p50")).isEqualTo(160);
        assertThat(value(open, "send-lag-p99")).isEqualTo(50);
        assertThat(of(late)).doesNotContainKey("ttft-from-intended-p50");
    }

    @Test
    void throughput_counts_the_tokens_of_successes_over_the_whole_pass() {
        Map<String, MetricValue> metrics = PassMetrics.of(
                List.of(Requests.ok(0, 30, 100, 200), Requests.ok(0, 50, 100, 1900)), 0, 2000 * MS, false);

        assertThat(value(metrics, "request-throughput")).isEqualTo(1);
        assertThat(value(metrics, "output-throughput")).isEqualTo(40);
        assertThat(value(metrics, "total-throughput")).isEqualTo(50);
        assertThat(metric(metrics, "output-throughput").unit()).isEqualTo("tok/s");
    }

    @Test
    void a_slot_handed_on_at_one_moment_counts_once() {
        Map<String, MetricValue> metrics =
                of(Requests.ok(0, 2, 50, 100), Requests.ok(100, 2, 150, 200), Requests.ok(90, 2, 120, 130));

        assertThat(value(metrics, "in-flight-peak")).isEqualTo(2);
    }

    @Test
    void percentiles_are_numpys() {
        List<RequestRecord> requests = new ArrayList<>();
        for (int i = 1; i <= 100; i++) {
            requests.add(Requests.ok(0, 2, i, 200));
        }

        Map<String, MetricValue> metrics = PassMetrics.of(requests, 0, 200 * MS, false);

        assertThat(value(metrics, "ttft-p99")).isCloseTo(99.01, within(1e-9));
        assertThat(value(metrics, "ttft-p50")).isEqualTo(50.5);
    }

    @Test
    void every_metric_a_pass_gives_is_defined_in_the_catalogue() {
        Map<String, MetricValue> metrics =
                new HashMap<>(PassMetrics.of(List.of(Requests.ok(0, 8, 100, 140)), 0, 200 * MS, true));
        metrics.putAll(of(Requests.okWithTokens(0, new int[] {1, 1}, 100, 110)));
        metrics.putAll(new GpuWindow(0, 1).metrics(List.of(), 1));

        assertThat(metrics)
                .allSatisfy((id, metric) -> assertThat(MetricCatalogue.find(id).map(Metric::unit))
                        .as(id)
                        .contains(metric.unit()));
        assertThat(MetricCatalogue.all()).extracting(Metric::id).containsAll(metrics.keySet());
    }
}
