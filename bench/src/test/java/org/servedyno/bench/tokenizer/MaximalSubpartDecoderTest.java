package org.servedyno.bench.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaximalSubpartDecoderTest {
    /** Inputs in hexadecimal; R stands for the replacement character. */
    @ParameterizedTest
    @CsvSource({
        "eda080, RRR", // an encoded surrogate: no part of it begins a sequence
        "edbfbf, RRR",
        "c080, RR", // an overlong NUL
        "e08080, RRR",
        "f08080, RRR",
        "f4908080, RRRR", // above U+10FFFF
        "f5808080, RRRR",
        "e282, R", // cut off: one subpart
        "f09f98, R",
        "f09f, R",
        "f09f9841, RA",
        "e28241, RA",
        "c3, R",
        "80, R",
        "ff41fe, RAR",
        "61f1808062, aRb",
        "e1f09f9880, R😀",
        "efbfbd, R", // the replacement character itself
    })
    void each_maximal_invalid_subpart_becomes_one_replacement(String hex, String expected) {
        assertThat(MaximalSubpartDecoder.decode(HexFormat.of().parseHex(hex)))
                .isEqualTo(expected.replace('R', '\uFFFD'));
    }

    @Test
    void well_formed_text_comes_back_as_it_was() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(40, 0, 0x110000)
                    .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                    .forEach(text::appendCodePoint);
            random.ints(10, 0, 0x900).forEach(text::appendCodePoint);
            assertThat(MaximalSubpartDecoder.decode(text.toString().getBytes(StandardCharsets.UTF_8)))
                    .as("seed %d, round %d", seed, i)
                    .isEqualTo(text.toString());
        }
    }

    @Test
    void on_bytes_that_hold_no_encoded_surrogate_it_agrees_with_the_jdk() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] likely = HexFormat.of().parseHex("4180bfc2c3dfe0a0e19fef90f08ff48fc1f5ff");
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(12)];
            for (int j = 0; j < bytes.length; j++) {
                bytes[j] = likely[random.nextInt(likely.length)];
            }
            assertThat(MaximalSubpartDecoder.decode(bytes))
                    .as("seed %d, bytes %s", seed, HexFormat.of().formatHex(bytes))
                    .isEqualTo(new String(bytes, StandardCharsets.UTF_8));
        }
    }
}
