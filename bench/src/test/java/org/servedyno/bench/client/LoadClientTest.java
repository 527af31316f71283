package org.servedyno.bench.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.servedyno.bench.workload.WorkloadRequest;
import org.servedyno.results.model.RequestRecord;
import org.servedyno.results.model.Workload;

@Timeout(60)
class LoadClientTest {
    private static ClientJob job(int count, int inFlight, Workload.Endpoint endpoint) {
        return job(count, inFlight, endpoint, Duration.ofSeconds(20), Duration.ofSeconds(20));
    }

    private static ClientJob job(
            int count, int inFlight, Workload.Endpoint endpoint, Duration requestLimit, Duration silenceLimit) {
        List<WorkloadRequest> requests = IntStream.range(0, count)
                .mapToObj(i -> new WorkloadRequest("r" + i, "Hello", 1, 4, 0))
                .toList();
        return new ClientJob(
                requests,
                new RequestBody("m", endpoint, false, Map.of()),
                List.of(),
                OptionalInt.of(inFlight),
                false,
                requestLimit,
                silenceLimit,
                Duration.ofSeconds(50),
                false,
                Optional.empty());
    }

    private static ClientReport run(ScriptedServer.Script script, ClientJob job) throws IOException {
        try (ScriptedServer server = ScriptedServer.start(script);
                LoadClient client = LoadClient.of(server.url())) {
            return client.run(job, (done, failed, total) -> {}, () -> false);
        }
    }

    private static RequestRecord one(ScriptedServer.Script script) throws IOException {
        return run(script, job(1, 1, Workload.Endpoint.COMPLETIONS)).records().get(0);
    }

    private static RequestRecord oneChat(ScriptedServer.Script script) throws IOException {
        return run(script, job(1, 1, Workload.Endpoint.CHAT)).records().get(0);
    }

    @Test
    void n_one_token_events_give_n_content_times_and_the_servers_count() throws Exception {
        RequestRecord record = one((number, answer) -> {
            answer.streamHead();
            for (int i = 0; i < 4; i++) {
                answer.text("x");
            }
            answer.finish(4);
        });
        assertThat(record.outcome()).isEqualTo(RequestRecord.SUCCESS);
        assertThat(record.content().count()).isEqualTo(4);
        assertThat(record.outputTokens()).hasValue(4);
        assertThat(record.promptTokens()).isEqualTo(5);
        assertThat(record.tokenSource()).isEqualTo("usage");
        assertThat(record.finishReason()).contains("length");
        assertThat(record.connectNs()).isPresent();
        long sentNs = record.sentNs().orElseThrow();
        assertThat(record.firstByteNs().orElseThrow()).isGreaterThanOrEqualTo(sentNs);
        assertThat(record.endNs()).isGreaterThanOrEqualTo(record.lastContentNs().orElseThrow());
    }

    @Test
    void a_role_only_delta_is_a_first_byte_and_no_first_content() throws Exception {
        RequestRecord record = oneChat((number, answer) -> {
            answer.streamHead();
            answer.event("{\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}");
            Thread.sleep(100);
            answer.event("{\"choices\":[{\"delta\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}]}");
            answer.event("[DONE]");
            answer.lastChunk();
        });
        assertThat(record.succeeded()).isTrue();
        assertThat(record.content().count()).isEqualTo(1);
        assertThat(record.firstContentNs().orElseThrow() - record.firstByteNs().orElseThrow())
                .isGreaterThan(50_000_000);
    }

    @Test
    void reasoning_counts_as_content_under_both_of_its_names() throws Exception {
        RequestRecord record = oneChat((number, answer) -> {
            answer.streamHead();
            answer.event("{\"choices\":[{\"delta\":{\"reasoning_content\":\"a\"}}]}");
            answer.event("{\"choices\":[{\"delta\":{\"reasoning\":\"b\"}}]}");
            answer.event("{\"choices\":[{\"delta\":{\"content\":\"c\"}}]}");
            answer.event("{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}");
            answer.lastChunk();
        });
        assertThat(record.outcome()).isEqualTo(RequestRecord.SUCCESS);
        assertThat(record.content().count()).isEqualTo(3);
    }

    @Test
    void continuous_usage_tells_the_tokens_of_each_event() throws Exception {
        RequestRecord record = one((number, answer) -> {
            answer.streamHead();
            answer.event("{\"choices\":[{\"text\":\"a\"}],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":1}}");
            answer.event("{\"choices\":[{\"text\":\"bcd\"}],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}");
            answer.finish(4);
        });
        assertThat(record.content().tokens())
                .hasValueSatisfying(tokens -> assertThat(tokens).containsExactly(1, 3));
    }

    @Test
    void a_stream_without_a_token_fails() throws Exception {
        RequestRecord record = one((number, answer) -> {
            answer.streamHead();
            answer.finish(0);
        });
        assertThat(record.outcome()).isEqualTo(Failure.NO_TOKEN);
        assertThat(record.firstContentNs()).isEmpty();
    }

    @Test
    void an_error_event_after_tokens_fails_the_request() throws Exception {
        ClientReport report = run(
                (number, answer) -> {
                    answer.streamHead();
                    answer.text("x");
                    answer.event("{\"error\":{\"message\":\"out of memory\",\"code\":500}}");
                    answer.event("[DONE]");
                    answer.lastChunk();
                },
                job(1, 1, Workload.Endpoint.COMPLETIONS));
        assertThat(report.records().get(0).outcome()).isEqualTo(Failure.ERROR_EVENT);
        assertThat(report.serverWords()).containsEntry(Failure.ERROR_EVENT, "out of memory");
    }

    @Test
    void a_stream_cut_before_its_finish_is_truncated_whether_it_ends_cleanly_or_not() throws Exception {
        RequestRecord clean = one((number, answer) -> {
            answer.streamHead();
            answer.text("x");
            answer.lastChunk();
        });
        RequestRecord dropped = one((number, answer) -> {
            answer.streamHead();
            answer.text("x");
            answer.socket().close();
        });
        assertThat(clean.outcome()).isEqualTo(Failure.TRUNCATED);
        assertThat(dropped.outcome()).isEqualTo(Failure.TRUNCATED);
    }

    @Test
    void a_reset_connection_is_named_so() throws Exception {
        RequestRecord record = one((number, answer) -> {
            answer.streamHead();
            Thread.sleep(50);
            answer.socket().setSoLinger(true, 0);
            answer.socket().close();
        });
        assertThat(record.outcome()).isEqualTo(Failure.CONNECTION_RESET);
    }

    @Test
    void every_status_is_counted_with_the_servers_words_and_nothing_is_sent_again() throws Exception {
        ClientReport report = run(
                (number, answer) -> answer.write("HTTP/1.1 " + (number % 2 == 0 ? "429 Busy" : "500 Oops")
                        + "\r\nContent-Length: 4\r\n\r\nwhy?"),
                job(4, 1, Workload.Endpoint.COMPLETIONS));
        assertThat(report.records())
                .extracting(RequestRecord::outcome)
                .containsExactly("http-429", "http-500", "http-429", "http-500");
        assertThat(report.serverWords()).containsEntry("http-429", "why?");
    }

    @Test
    void bytes_that_are_no_http_and_events_that_are_no_json_are_malformed() throws Exception {
        RequestRecord noHttp = one((number, answer) -> answer.write("SSH-2.0-x\r\n"));
        RequestRecord noJson = one((number, answer) -> {
            answer.streamHead();
            answer.event("{\"choices\":[{\"text\":");
            answer.lastChunk();
        });
        assertThat(noHttp.outcome()).isEqualTo(Failure.MALFORMED);
        assertThat(noJson.outcome()).isEqualTo(Failure.MALFORMED);
    }

    @Test
    void a_silent_server_ends_by_the_deadline_between_chunks() throws Exception {
        ClientJob job = job(1, 1, Workload.Endpoint.COMPLETIONS, Duration.ofSeconds(20), Duration.ofMillis(300));
        ClientReport report = run(
                (number, answer) -> {
                    answer.streamHead();
                    answer.text("x");
                    Thread.sleep(10_000);
                },
                job);
        assertThat(report.records().get(0).outcome()).isEqualTo(Failure.CHUNK_TIMEOUT);
    }

    @Test
    void a_dripping_server_ends_by_the_deadline_of_the_request() throws Exception {
        ClientJob job = job(1, 1, Workload.Endpoint.COMPLETIONS, Duration.ofMillis(500), Duration.ofSeconds(20));
        ClientReport report = run(
                (number, answer) -> {
                    answer.streamHead();
                    while (true) {
                        answer.text("x");
                        Thread.sleep(50);
                    }
                },
                job);
        assertThat(report.records().get(0).outcome()).isEqualTo(Failure.REQUEST_TIMEOUT);
    }

    @Test
    void a_server_that_is_not_there_refuses_every_request() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        try (LoadClient client = LoadClient.of(URI.create("http://127.0.0.1:" + port))) {
            ClientReport report =
                    client.run(job(3, 2, Workload.Endpoint.COMPLETIONS), (done, failed, total) -> {}, () -> false);
            assertThat(report.records())
                    .extracting(RequestRecord::outcome)
                    .containsOnly(Failure.CONNECT_REFUSED)
                    .hasSize(3);
        }
    }

    @Test
    void the_bound_of_requests_in_flight_is_kept_exactly_on_as_many_connections() throws Exception {
        ScriptedServer.Script script = (number, answer) -> {
            answer.streamHead();
            answer.text("x");
            Thread.sleep(5);
            answer.finish(1);
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                LoadClient client = LoadClient.of(server.url())) {
            ClientReport report =
                    client.run(job(60, 7, Workload.Endpoint.COMPLETIONS), (done, failed, total) -> {}, () -> false);
            assertThat(report.records()).hasSize(60).allMatch(RequestRecord::succeeded);
            assertThat(report.inFlightPeak()).isEqualTo(7);
            assertThat(server.peakInFlight()).isEqualTo(7);
            assertThat(server.connections()).isEqualTo(7);
            assertThat(server.heads())
                    .allMatch(head -> head.contains("Accept-Encoding: identity\r\n") && !head.contains("Authorization"))
                    .anyMatch(head -> head.contains("x-request-id: r59\r\n"));
        }
    }

    @Test
    void a_stopped_job_gives_up_what_is_under_way_and_sends_nothing_more() throws Exception {
        long startNs = System.nanoTime();
        ScriptedServer.Script script = (number, answer) -> Thread.sleep(30_000);
        try (ScriptedServer server = ScriptedServer.start(script);
                LoadClient client = LoadClient.of(server.url())) {
            ClientReport report = client.run(
                    job(10, 2, Workload.Endpoint.COMPLETIONS),
                    (done, failed, total) -> {},
                    () -> System.nanoTime() - startNs > 500_000_000L);
            assertThat(report.stopped()).isTrue();
            assertThat(report.records())
                    .extracting(RequestRecord::outcome)
                    .containsOnly(Failure.STOPPED)
                    .hasSize(2);
        }
    }
}
