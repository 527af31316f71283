package org.servedyno.bench.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.servedyno.bench.workload.WorkloadRequest;
import org.servedyno.results.metric.PassMetrics;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.RequestRecord;
import org.servedyno.results.model.Workload;

/** Faults that users reported of other clients, each against a scripted server. */
@Timeout(60)
class ReportedFaultsTest {
    private static final long NS_PER_MS = 1_000_000;
    private static final ScriptedServer.Script ONE_TOKEN = (number, answer) -> {
        answer.streamHead();
        answer.text("x");
        answer.finish(1);
    };

    private static ClientJob job(List<WorkloadRequest> requests, int inFlight, boolean openLoop, Duration passLimit) {
        return new ClientJob(
                requests,
                new RequestBody("m", Workload.Endpoint.CHAT, false, Map.of()),
                List.of(),
                OptionalInt.of(inFlight),
                openLoop,
                Duration.ofSeconds(20),
                Duration.ofSeconds(20),
                passLimit,
                false,
                Optional.empty());
    }

    private static List<WorkloadRequest> requests(int count, long everyNs) {
        return IntStream.range(0, count)
                .mapToObj(i -> new WorkloadRequest("r" + i, "Hello", 1, 4, i * everyNs))
                .toList();
    }

    private static ClientReport run(ScriptedServer.Script script, ClientJob job) throws IOException {
        try (ScriptedServer server = ScriptedServer.start(script);
                LoadClient client = LoadClient.of(server.url())) {
            return client.run(job, (done, failed, total) -> {}, () -> false);
        }
    }

    private static ClientReport closed(int count, ScriptedServer.Script script) throws IOException {
        return run(script, job(requests(count, 0), 1, false, Duration.ofSeconds(50)));
    }

    private static RequestRecord one(ScriptedServer.Script script) throws IOException {
        return closed(1, script).records().get(0);
    }

    private static Map<String, MetricValue> metrics(ClientReport report, boolean openLoop) {
        return PassMetrics.of(report.records(), report.startNs(), report.endNs(), openLoop);
    }

    private static double value(Map<String, MetricValue> metrics, String id) {
        return metric(metrics, id).value().toOptional().orElseThrow();
    }

    private static MetricValue metric(Map<String, MetricValue> metrics, String id) {
        return Optional.ofNullable(metrics.get(id)).orElseThrow();
    }

    private static void role(ScriptedServer.Answer answer) throws IOException {
        answer.event("{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}");
    }

    private static void content(ScriptedServer.Answer answer, String text) throws IOException {
        answer.event("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text + "\"}}]}");
    }

    @Test
    void t01_a_role_only_delta_is_no_first_token() throws Exception {
        ClientReport report = closed(1, (number, answer) -> {
            answer.streamHead();
            role(answer);
            Thread.sleep(150);
            content(answer, "x");
            answer.finish(1);
        });
        assertThat(value(metrics(report, false), "ttft-mean")).isGreaterThanOrEqualTo(150);
        RequestRecord record = report.records().get(0);
        assertThat(record.firstByteNs().orElseThrow())
                .isLessThan(record.firstContentNs().orElseThrow() - 100 * NS_PER_MS);
    }

    @Test
    void t02_n_one_token_chunks_after_a_role_give_n_minus_1_gaps() throws Exception {
        ClientReport report = closed(1, (number, answer) -> {
            answer.streamHead();
            role(answer);
            for (int i = 0; i < 6; i++) {
                content(answer, "x");
            }
            answer.finish(6);
        });
        assertThat(metric(metrics(report, false), "chunk-gap-mean").n()).isEqualTo(5);
    }

    @Test
    void t03_several_tokens_in_an_event_are_told_apart_by_their_ids() throws Exception {
        RequestRecord record = one((number, answer) -> {
            answer.streamHead();
            answer.event("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"},\"token_ids\":[1]}]}");
            answer.event("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"bcd\"},\"token_ids\":[2,3,4]}]}");
            answer.finish(4);
        });
        assertThat(record.content().tokens())
                .hasValueSatisfying(tokens -> assertThat(tokens).containsExactly(1, 3));
        ClientReport unknown = closed(1, (number, answer) -> {
            answer.streamHead();
            content(answer, "a");
            content(answer, "bcd");
            answer.finish(4);
        });
        assertThat(metrics(unknown, false)).containsKey("chunk-gap-mean").doesNotContainKey("itl-mean");
        assertThat(value(metrics(unknown, false), "tokens-per-chunk")).isEqualTo(2.0);
    }

    @Test
    void t09_reasoning_alone_is_a_first_token() throws Exception {
        for (String name : List.of("reasoning", "reasoning_content")) {
            RequestRecord record = one((number, answer) -> {
                answer.streamHead();
                role(answer);
                answer.event("{\"choices\":[{\"index\":0,\"delta\":{\"" + name + "\":\"hm\",\"content\":null}}]}");
                answer.finish(1);
            });
            assertThat(record.succeeded()).isTrue();
            assertThat(record.content().count()).isEqualTo(1);
        }
    }

    @Test
    void t12_the_length_is_what_usage_says_and_not_what_was_asked_for() throws Exception {
        RequestRecord record = one((number, answer) -> {
            answer.streamHead();
            content(answer, "x");
            answer.event("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\"},\"finish_reason\":\"stop\"}],"
                    + "\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":37}}");
            answer.event("[DONE]");
            answer.lastChunk();
        });
        assertThat(record.outputTokens()).hasValue(37);
        assertThat(record.finishReason()).contains("stop");
    }

    @Test
    void t13_an_answer_without_text_fails_and_enters_no_figure() throws Exception {
        ClientReport report = closed(4, (number, answer) -> {
            answer.streamHead();
            role(answer);
            if (number % 2 == 0) {
                content(answer, "x");
            }
            answer.finish(number % 2 == 0 ? 1 : 0);
        });
        assertThat(report.records())
                .extracting(RequestRecord::outcome)
                .containsExactly(RequestRecord.SUCCESS, Failure.NO_TOKEN, RequestRecord.SUCCESS, Failure.NO_TOKEN);
        assertThat(metric(metrics(report, false), "ttft-mean").n()).isEqualTo(2);
    }

    @Test
    void t15_tokens_before_an_error_event_stay_out_of_throughput() throws Exception {
        ClientReport report = closed(1, (number, answer) -> {
            answer.streamHead();
            content(answer, "x");
            answer.event("{\"error\":{\"message\":\"lost a worker\"},"
                    + "\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":9}}");
            answer.event("[DONE]");
            answer.lastChunk();
        });
        assertThat(report.records().get(0).outcome()).isEqualTo(Failure.ERROR_EVENT);
        assertThat(report.serverWords()).containsEntry(Failure.ERROR_EVENT, "lost a worker");
        assertThat(PassMetrics.outputTokens(report.records())).isZero();
    }

    @Test
    void t18_what_never_came_has_no_time_and_no_duration_is_below_zero() throws Exception {
        RequestRecord record = one((number, answer) -> answer.socket().close());
        assertThat(record.outcome()).isEqualTo(Failure.CONNECTION_CLOSED);
        assertThat(record.firstByteNs()).isEmpty();
        assertThat(record.firstContentNs()).isEmpty();
        assertThat(record.lastContentNs()).isEmpty();
        assertThat(record.endNs()).isGreaterThanOrEqualTo(record.intendedNs());
    }

    @Test
    void t22_and_t23_every_status_is_counted_and_none_is_sent_again() throws Exception {
        AtomicInteger seen = new AtomicInteger();
        ClientReport report = closed(6, (number, answer) -> {
            seen.incrementAndGet();
            if (number == 5) {
                ONE_TOKEN.answer(number, answer);
            } else {
                answer.write("HTTP/1.1 " + (number < 3 ? 429 : 503) + " No\r\nContent-Length: 4\r\n\r\nbusy");
            }
        });
        assertThat(report.records())
                .extracting(RequestRecord::outcome)
                .containsExactly("http-429", "http-429", "http-429", "http-503", "http-503", "ok");
        assertThat(report.serverWords()).containsEntry("http-429", "busy");
        assertThat(seen).hasValue(6);
        assertThat(report.sentAgain()).isZero();
    }

    @Test
    void t25_a_stall_of_the_server_shows_in_the_latency_from_the_intended_moment() throws Exception {
        long everyNs = 20 * NS_PER_MS;
        ClientReport report = run(
                (number, answer) -> {
                    if (number == 0) {
                        Thread.sleep(500);
                    }
                    ONE_TOKEN.answer(number, answer);
                },
                job(requests(10, everyNs), 1, true, Duration.ofSeconds(50)));
        Map<String, MetricValue> metrics = metrics(report, true);
        assertThat(report.records()).allMatch(RequestRecord::succeeded);
        assertThat(value(metrics, "ttft-from-intended-p50")).isGreaterThan(250);
        assertThat(value(metrics, "ttft-from-intended-p50")).isGreaterThan(value(metrics, "ttft-p50") + 200);
    }

    @Test
    void t26_no_request_is_sent_before_it_is_due_and_each_lag_is_kept() throws Exception {
        ClientReport report = run(ONE_TOKEN, job(requests(30, 10 * NS_PER_MS), 30, true, Duration.ofSeconds(50)));
        assertThat(report.records())
                .hasSize(30)
                .allSatisfy(record ->
                        assertThat(record.sentNs().orElseThrow()).isGreaterThanOrEqualTo(record.intendedNs()));
        long[] intendedNs = report.records().stream()
                .mapToLong(RequestRecord::intendedNs)
                .sorted()
                .toArray();
        for (int i = 0; i < intendedNs.length; i++) {
            assertThat(intendedNs[i]).isEqualTo(report.startNs() + i * 10L * NS_PER_MS);
        }
        assertThat(metric(metrics(report, true), "send-lag-p99").n()).isEqualTo(30);
    }

    @Test
    void t29_the_server_never_sees_more_than_the_bound_and_sees_it_reached() throws Exception {
        ScriptedServer.Script slow = (number, answer) -> {
            Thread.sleep(20);
            ONE_TOKEN.answer(number, answer);
        };
        try (ScriptedServer server = ScriptedServer.start(slow);
                LoadClient client = LoadClient.of(server.url())) {
            ClientJob job = job(requests(200, 0), 45, false, Duration.ofSeconds(50));
            ClientReport report = client.run(job, (done, failed, total) -> {}, () -> false);
            assertThat(server.peakInFlight()).isEqualTo(45);
            assertThat(report.inFlightPeak()).isEqualTo(45);
            assertThat(report.records()).hasSize(200).allMatch(RequestRecord::succeeded);
        }
    }

    @Test
    void t30_the_clock_starts_once_the_connections_stand() throws Exception {
        long beforeNs = System.nanoTime();
        ClientReport report = closed(3, ONE_TOKEN);
        long firstSentNs = report.records().stream()
                .mapToLong(record -> record.sentNs().orElseThrow())
                .min()
                .orElseThrow();
        RequestRecord first = report.records().get(0);
        assertThat(report.startNs())
                .isGreaterThanOrEqualTo(beforeNs + first.connectNs().orElseThrow());
        assertThat(firstSentNs).isGreaterThanOrEqualTo(report.startNs());
        assertThat(report.endNs())
                .isGreaterThanOrEqualTo(report.records().get(2).endNs());
    }

    @Test
    void done_alone_or_a_finish_reason_alone_ends_a_stream_and_neither_does_not() throws Exception {
        RequestRecord done = one((number, answer) -> {
            answer.streamHead();
            content(answer, "x");
            answer.event("[DONE]");
            answer.lastChunk();
        });
        RequestRecord finished = one((number, answer) -> {
            answer.streamHead();
            answer.event("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}");
            answer.lastChunk();
        });
        RequestRecord neither = one((number, answer) -> {
            answer.streamHead();
            content(answer, "x");
            answer.lastChunk();
        });
        assertThat(done.outcome()).isEqualTo(RequestRecord.SUCCESS);
        assertThat(finished.outcome()).isEqualTo(RequestRecord.SUCCESS);
        assertThat(neither.outcome()).isEqualTo(Failure.TRUNCATED);
        assertThat(done.outputTokens()).isEmpty();
        assertThat(done.tokenSource()).isEqualTo("none");
    }

    @Test
    void a_kept_alive_connection_closed_just_as_we_send_costs_one_more_try_and_no_more() throws Exception {
        ClientReport report = closed(3, (number, answer) -> {
            if (number == 1) {
                answer.socket().close();
            } else {
                ONE_TOKEN.answer(number, answer);
            }
        });
        assertThat(report.records()).hasSize(3).allMatch(RequestRecord::succeeded);
        assertThat(report.sentAgain()).isEqualTo(1);

        ClientReport twice = closed(2, (number, answer) -> {
            if (number > 0) {
                answer.socket().close();
            } else {
                ONE_TOKEN.answer(number, answer);
            }
        });
        assertThat(twice.records())
                .extracting(RequestRecord::outcome)
                .containsExactly(RequestRecord.SUCCESS, Failure.CONNECTION_CLOSED);
        assertThat(twice.sentAgain()).isEqualTo(1);
    }

    @Test
    void an_answer_that_began_is_never_asked_for_again() throws Exception {
        AtomicInteger seen = new AtomicInteger();
        ClientReport report = closed(2, (number, answer) -> {
            seen.incrementAndGet();
            if (number == 1) {
                answer.streamHead();
                answer.socket().close();
            } else {
                ONE_TOKEN.answer(number, answer);
            }
        });
        assertThat(report.records().get(1).outcome()).isEqualTo(Failure.TRUNCATED);
        assertThat(report.sentAgain()).isZero();
        assertThat(seen).hasValue(2);
    }

    @Test
    void a_connection_whose_request_was_refused_half_sent_carries_no_other() throws Exception {
        String prompt = "x".repeat(8_000_000);
        List<WorkloadRequest> requests =
                List.of(new WorkloadRequest("long", prompt, 1, 4, 0), new WorkloadRequest("short", "x", 1, 4, 0));
        try (EarlyAnswer server = EarlyAnswer.start();
                LoadClient client = LoadClient.of(server.url())) {
            ClientReport report = client.run(
                    job(requests, 1, false, Duration.ofSeconds(20)), (done, failed, total) -> {}, () -> false);
            assertThat(report.records()).extracting(RequestRecord::outcome).containsExactly("http-413", "http-413");
            assertThat(server.firstLines()).hasSize(2).allMatch(line -> line.startsWith("POST "));
        }
    }

    @Test
    void a_pass_ends_by_its_own_limit_with_what_it_had() throws Exception {
        ClientReport report = run(
                (number, answer) -> {
                    if (number >= 2) {
                        Thread.sleep(30_000);
                    }
                    ONE_TOKEN.answer(number, answer);
                },
                job(requests(10, 0), 1, false, Duration.ofMillis(800)));
        assertThat(report.stopped()).isTrue();
        assertThat(report.records())
                .extracting(RequestRecord::outcome)
                .containsExactly(RequestRecord.SUCCESS, RequestRecord.SUCCESS, Failure.PASS_TIMEOUT);
    }
}
