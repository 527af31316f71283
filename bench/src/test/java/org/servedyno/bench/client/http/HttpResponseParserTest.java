package org.servedyno.bench.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("StringConcatToTextBlock") // each line end of the wire is to be seen
class HttpResponseParserTest {
    private static final String CHUNKED =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "5;ext=1\r\nhello\r\n1\r\n \r\nA\r\nworld12345\r\n0\r\nX-Trailer: 1\r\n\r\n";

    /** Writes down what it hears. */
    private static final class Heard implements HttpResponseParser.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public void head(ResponseHead head) {
            text.append('[').append(head.status()).append(']');
        }

        @Override
        public void body(ByteBuffer bytes) {
            while (bytes.hasRemaining()) {
                text.append((char) bytes.get());
            }
        }

        @Override
        public void end(boolean reusable) {
            text.append("[end ").append(reusable).append(']');
        }
    }

    private static String heard(String... parts) throws MalformedResponseException {
        Heard heard = new Heard();
        HttpResponseParser parser = new HttpResponseParser(heard);
        for (String part : parts) {
            parser.feed(ByteBuffer.wrap(part.getBytes(StandardCharsets.ISO_8859_1)));
        }
        return heard.text.toString();
    }

    @Test
    void a_chunked_response_split_anywhere_is_the_same_response() throws Exception {
        for (int cut = 0; cut <= CHUNKED.length(); cut++) {
            assertThat(heard(CHUNKED.substring(0, cut), CHUNKED.substring(cut)))
                    .as("cut at %d", cut)
                    .isEqualTo("[200]hello world12345[end true]");
        }
    }

    @Test
    void two_responses_on_one_connection_are_told_apart() throws Exception {
        String one = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab";
        String two =
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 500 Oops\r\nconnection: close\r\nContent-Length: 1\r\n\r\nx";
        assertThat(heard(one + two)).isEqualTo("[200]ab[end true][500]x[end false]");
    }

    @Test
    void a_body_to_the_end_of_the_connection_ends_with_it() throws Exception {
        Heard heard = new Heard();
        HttpResponseParser parser = new HttpResponseParser(heard);
        parser.feed(ByteBuffer.wrap("HTTP/1.0 200 OK\r\n\r\nabc".getBytes(StandardCharsets.US_ASCII)));
        assertThat(parser.endOfStream()).isTrue();
        assertThat(heard.text).hasToString("[200]abc[end false]");
    }

    @Test
    void a_chunked_body_cut_off_is_not_complete() throws Exception {
        HttpResponseParser parser = new HttpResponseParser(new Heard());
        parser.feed(ByteBuffer.wrap(CHUNKED.substring(0, CHUNKED.length() - 4).getBytes(StandardCharsets.US_ASCII)));
        assertThat(parser.endOfStream()).isFalse();
    }

    @Test
    void a_header_line_may_be_as_long_as_the_limit_and_no_longer() throws Exception {
        String longest = "x: " + "v".repeat(HttpLimits.LINE_BYTES - 3);
        assertThat(heard("HTTP/1.1 204 No\n" + longest + "\n\n")).isEqualTo("[204][end true]");
        assertThatThrownBy(() -> heard("HTTP/1.1 204 No\n" + longest + "v\n\n"))
                .isInstanceOf(MalformedResponseException.class)
                .hasMessageContaining("longer than");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH\r\n",
                "HTTP/1.1 abc\r\n",
                "HTTP/1.1 200 OK\r\nno colon\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n"
            })
    void what_is_no_http_is_refused(String bytes) {
        assertThatThrownBy(() -> heard(bytes)).isInstanceOf(MalformedResponseException.class);
    }
}
