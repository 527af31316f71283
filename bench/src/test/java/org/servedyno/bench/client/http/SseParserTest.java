package org.servedyno.bench.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

@SuppressWarnings("StringConcatToTextBlock") // each line end of the wire is to be seen
class SseParserTest {
    private static final String STREAM =
            ": comment\r\n\r\ndata: a\u00e9\u4e2d\ud83d\ude00\n\nevent: x\ndata:b\rdata: c\r\rid: 3\n\n"
                    + "data\n\ndata:  two\r\n\r\ndatax: no\n\ndata: [DONE]\n\n";
    private static final List<String> EVENTS = List.of("a\u00e9\u4e2d\ud83d\ude00", "b\nc", "", " two", "[DONE]");

    private static List<String> events(byte[] bytes, List<Integer> cuts) throws MalformedResponseException {
        List<String> events = new ArrayList<>();
        SseParser parser =
                new SseParser((data, length) -> events.add(new String(data, 0, length, StandardCharsets.UTF_8)));
        int from = 0;
        for (int cut : cuts) {
            parser.feed(ByteBuffer.wrap(bytes, from, cut - from));
            from = cut;
        }
        parser.feed(ByteBuffer.wrap(bytes, from, bytes.length - from));
        return events;
    }

    @Test
    void a_stream_split_at_any_byte_gives_the_same_events() throws Exception {
        byte[] bytes = STREAM.getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= bytes.length; cut++) {
            assertThat(events(bytes, List.of(cut))).as("cut at %d", cut).isEqualTo(EVENTS);
        }
    }

    @Test
    void a_stream_split_into_many_parts_gives_the_same_events() throws Exception {
        byte[] bytes = STREAM.getBytes(StandardCharsets.UTF_8);
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<Integer> cuts =
                    random.ints(8, 0, bytes.length).sorted().boxed().toList();
            assertThat(events(bytes, cuts)).as("seed %d", seed).isEqualTo(EVENTS);
        }
    }

    @Test
    void an_event_not_ended_by_a_blank_line_is_no_event() throws Exception {
        assertThat(events("data: a\n".getBytes(StandardCharsets.UTF_8), List.of()))
                .isEmpty();
    }

    @Test
    void an_event_far_longer_than_the_first_buffer_arrives_whole() throws Exception {
        String text = "x".repeat(100_000);
        assertThat(events(("data: " + text + "\n\n").getBytes(StandardCharsets.UTF_8), List.of(5, 70_000)))
                .containsExactly(text);
    }
}
