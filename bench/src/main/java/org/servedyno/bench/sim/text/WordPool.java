package org.servedyno.bench.sim.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.servedyno.bench.sim.scheduler.TokenIds;

/**
 * Short words, each one token of the engine's tokenizer together with the blank before it, so that a text of n of them has n tokens: the
 * usage an engine reports can be checked by counting its text. The words are lower-case ASCII and need no escaping in JSON.
 */
public final class WordPool {
    private static final String RESOURCE = "words.txt";
    private static final int FEWEST_WORDS = 64;

    private final List<String> words;
    private final byte[][] utf8;
    private final int[] tokenIds;

    private WordPool(List<String> words, List<Integer> tokenIds) {
        this.words = List.copyOf(words);
        this.utf8 = words.stream()
                .map(word -> word.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
        this.tokenIds = tokenIds.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Those of the bundled words that {@code encode} turns into a single token. */
    public static WordPool forTokenizer(Function<String, TokenIds> encode) {
        List<String> words = new ArrayList<>();
        List<Integer> ids = new ArrayList<>();
        for (String line : bundledWords()) {
            String word = " " + line;
            TokenIds tokens = encode.apply(word);
            if (tokens.count() == 1) {
                words.add(word);
                ids.add(tokens.toArray()[0]);
            }
        }
        if (words.size() < FEWEST_WORDS) {
            throw new IllegalStateException(
                    "the tokenizer has a single token for only " + words.size() + " of the bundled words");
        }
        return new WordPool(words, ids);
    }

    private static List<String> bundledWords() {
        try (InputStream in = WordPool.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the build left out " + RESOURCE);
            }
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int size() {
        return words.size();
    }

    /** The word at {@code index}, with the blank before it. */
    public String word(int index) {
        return words.get(index);
    }

    /** The same as bytes; not to be changed. */
    byte[] utf8(int index) {
        return utf8[index];
    }

    int tokenId(int index) {
        return tokenIds[index];
    }
}
