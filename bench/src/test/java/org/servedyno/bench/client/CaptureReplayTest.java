package org.servedyno.bench.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.servedyno.bench.client.http.HttpResponseParser;
import org.servedyno.bench.workload.WorkloadRequest;
import org.servedyno.results.model.RequestRecord;

/** Answers of real engines, recorded, put through the parsers in one piece and byte by byte. */
class CaptureReplayTest {
    private static final int OWN_COUNT = 3;

    private static Exchange exchange() {
        WorkloadRequest request = new WorkloadRequest("r", "Hello", OWN_COUNT, 16, 0);
        return new Exchange(request, ByteBuffer.allocate(0), 0, 0, new EventReader(), true);
    }

    /** The answer as it came over the wire: the recorder took the chunks off the body, they are put back on. */
    private static byte[] wire(String name) throws IOException {
        String text;
        try (InputStream in = CaptureReplayTest.class.getResourceAsStream("captures/" + name + ".txt")) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        int blank = text.indexOf("\n\n");
        String head = text.substring(0, blank).replace("\n", "\r\n") + "\r\n\r\n";
        String body = text.substring(blank + 2);
        if (!head.toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked")) {
            return (head + body).getBytes(StandardCharsets.UTF_8);
        }
        StringBuilder chunks = new StringBuilder(head);
        for (String event : body.split("(?<=\n\n)", -1)) {
            int length = event.getBytes(StandardCharsets.UTF_8).length;
            if (length > 0) {
                chunks.append(Integer.toHexString(length))
                        .append("\r\n")
                        .append(event)
                        .append("\r\n");
            }
        }
        return chunks.append("0\r\n\r\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static Exchange replayed(byte[] wire, int step) throws IOException {
        Exchange exchange = exchange();
        HttpResponseParser parser = new HttpResponseParser(exchange);
        exchange.sent(1);
        for (int from = 0; from < wire.length; from += step) {
            exchange.bytesAt(2 + from);
            parser.feed(ByteBuffer.wrap(wire, from, Math.min(step, wire.length - from)));
        }
        return exchange;
    }

    @ParameterizedTest
    @CsvSource({
        "vllm-completion_stream,            16, ,   , false",
        "vllm-completion_stream_usage,      16, 16, 7, false",
        "vllm-completion_stream_usage_continuous, 16, 16, 7, true",
        "vllm-completion_stream_tokenids,   16, ,   , true",
        "vllm-completion_stream_logprobs,    2, ,   , false",
        "vllm-completion_stream_n2_usage,   32, 32, 2, false",
        "vllm-chat_stream_usage,            16, 16, 11, false",
        "llama-cpp-chat_stream,             16, ,   , false",
        "llama-cpp-chat_stream_usage,       16, 16, 9, false",
        "llama-cpp-completion_stream_usage, 16, 16, 4, false",
        "transformers-chat_stream,          16, 16, 9, false",
        "transformers-completion_stream_usage, 16, 16, 4, false",
    })
    void an_engines_stream_is_the_same_whole_and_byte_by_byte(
            String name,
            int events,
            @Nullable Integer outputTokens,
            @Nullable Integer promptTokens,
            boolean tokensOfEachKnown)
            throws Exception {
        byte[] wire = wire(name);
        for (int step : new int[] {wire.length, 1}) {
            Exchange exchange = replayed(wire, step);
            RequestRecord record = exchange.record(wire.length + 3L);
            assertThat(record.outcome()).as("in steps of %d", step).isEqualTo(RequestRecord.SUCCESS);
            assertThat(record.content().count()).isEqualTo(events);
            assertThat(record.outputTokens().stream().boxed().findFirst()).isEqualTo(Optional.ofNullable(outputTokens));
            assertThat(record.tokenSource()).isEqualTo(outputTokens == null ? "none" : "usage");
            assertThat(record.promptTokens()).isEqualTo(promptTokens == null ? OWN_COUNT : promptTokens);
            assertThat(record.finishReason()).contains("length");
            assertThat(record.content().tokens().isPresent()).isEqualTo(tokensOfEachKnown);
            record.content()
                    .tokens()
                    .ifPresent(tokens -> assertThat(tokens).hasSize(events).containsOnly(1));
            assertThat(exchange.text()).isEqualTo(replayed(wire, 7).text());
        }
    }

    @Test
    void a_prompt_too_long_is_a_status_with_the_servers_words() throws Exception {
        Exchange exchange = replayed(wire("vllm-error_prompt_too_long_stream"), 1);
        assertThat(exchange.record(9_999).outcome()).isEqualTo("http-400");
        assertThat(exchange.serverWords().orElseThrow()).contains("maximum context length is 2048 tokens");
    }

    @Test
    void a_recorded_stream_without_its_end_is_truncated() throws Exception {
        assertThat(replayed(wire("vllm-client_abort"), 1).record(99_999).outcome())
                .isEqualTo(Failure.TRUNCATED);
    }

    @Test
    void t50_a_character_split_at_any_byte_is_put_together() throws Exception {
        String text = "\u00e9\u4e2d\ud83d\ude00\u0e31\u0e27";
        String event = "data: {\"choices\":[{\"text\":\"" + text + "\"}]}\n\ndata: [DONE]\n\n";
        byte[] wire = ("HTTP/1.1 200 OK\r\nContent-Length: " + event.getBytes(StandardCharsets.UTF_8).length
                        + "\r\n\r\n" + event)
                .getBytes(StandardCharsets.UTF_8);
        for (int cut = 1; cut < wire.length; cut++) {
            Exchange exchange = exchange();
            HttpResponseParser parser = new HttpResponseParser(exchange);
            for (byte[] part : Stream.of(new int[] {0, cut}, new int[] {cut, wire.length})
                    .map(range -> Arrays.copyOfRange(wire, range[0], range[1]))
                    .toList()) {
                exchange.bytesAt(cut);
                parser.feed(ByteBuffer.wrap(part));
            }
            assertThat(exchange.text().visible()).as("cut at byte %d", cut).isEqualTo(text);
            assertThat(exchange.record(1).outcome()).isEqualTo(RequestRecord.SUCCESS);
        }
    }
}
