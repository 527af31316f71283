package org.servedyno.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.servedyno.harness.process.system.SecretMask;

final class LogPumpTest {
    private static final SecretMask NONE = SecretMask.of(Map.of());

    @Test
    void what_goes_in_comes_out_byte_for_byte() throws Exception {
        long seed = System.nanoTime();
        byte[] bytes = new byte[500_000];
        new Random(seed).nextBytes(bytes);
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        assertThat(new LogPump(new ByteArrayInputStream(bytes), out, NONE, "test").awaitEnd(20_000))
                .isTrue();

        assertThat(out.toByteArray()).as("seed %d", seed).isEqualTo(bytes);
    }

    @Test
    void a_secret_is_masked_wherever_a_long_line_is_cut() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        SecretMask mask = SecretMask.of(Map.of("A_TOKEN", "s3cr3t-value"));
        for (int round = 0; round < 50; round++) {
            int before = LogPump.LONGEST_LINE_BYTES - random.nextInt(60);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            InputStream in = pieces("x".repeat(before) + "s3cr3t-value" + "y".repeat(random.nextInt(70_000)), random);

            new LogPump(in, out, mask, "test").awaitEnd(20_000);

            assertThat(out.toString(StandardCharsets.UTF_8))
                    .as("seed %d, round %d", seed, round)
                    .startsWith("x".repeat(before) + SecretMask.MASK)
                    .doesNotContain("cr3t");
        }
    }

    @Test
    void the_pieces_of_a_progress_bar_are_lines_of_the_tail() throws Exception {
        LogPump pump =
                new LogPump(pieces("1/3\r2/3\r3/3\ndone", new Random(1)), new ByteArrayOutputStream(), NONE, "test");
        pump.awaitEnd(20_000);

        assertThat(pump.tail()).containsExactly("1/3", "2/3", "3/3", "done");
        assertThat(pump.lastLineNs()).isPresent();
    }

    @Test
    void a_full_disk_is_told_and_the_engine_is_still_read_to_its_end() throws Exception {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        LogPump pump = new LogPump(pieces("one\ntwo\n", new Random(1)), full, NONE, "test");
        pump.awaitEnd(20_000);

        assertThat(pump.problem()).contains("the log can't be written any more: No space left on device");
        assertThat(pump.tail()).containsExactly("one", "two");
    }

    /** Gives the text in pieces of random length, as a pipe does. */
    private static InputStream pieces(String text, Random random) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] bytes, int offset, int length) {
                return super.read(bytes, offset, Math.min(length, 1 + random.nextInt(40_000)));
            }
        };
    }
}
