package org.servedyno.bench.tokenizer;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import com.knuddels.jtokkit.api.IntArrayList;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * OpenAI's o200k_base through JTokkit. It adds no special tokens, and reads the words of special tokens in a text as plain text, because
 * the texts are data. Its base vocabulary is the mergeable ranks, which are contiguous from 0.
 */
final class O200kTokenizer implements Tokenizer {
    private static final String RANKS = "/com/knuddels/jtokkit/o200k_base.tiktoken";

    private final Encoding encoding;
    private final int mergeableRanks;
    private final String sha256;

    private O200kTokenizer(Encoding encoding, int mergeableRanks, String sha256) {
        this.encoding = encoding;
        this.mergeableRanks = mergeableRanks;
        this.sha256 = sha256;
    }

    static O200kTokenizer open() {
        byte[] ranks = ranksFile();
        int lines = 0;
        for (byte b : ranks) {
            lines += b == '\n' ? 1 : 0;
        }
        return new O200kTokenizer(
                Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE), lines, Sha256.of(ranks));
    }

    private static byte[] ranksFile() {
        try (InputStream in = Encodings.class.getResourceAsStream(RANKS)) {
            if (in == null) {
                throw new IllegalStateException("JTokkit's jar holds no " + RANKS);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int[] encode(String text) {
        return encoding.encodeOrdinary(text).toArray();
    }

    @Override
    public int[] encodeWithDefaults(String text) {
        return encode(text);
    }

    @Override
    public int count(String text) {
        return encoding.countTokensOrdinary(text);
    }

    @Override
    public String decode(int[] ids) {
        IntArrayList list = new IntArrayList(ids.length);
        for (int id : ids) {
            list.add(id);
        }
        return MaximalSubpartDecoder.decode(encoding.decodeBytes(list));
    }

    @Override
    public int vocabSize() {
        return mergeableRanks;
    }

    @Override
    public int specialTokensToAdd() {
        return 0;
    }

    @Override
    public String name() {
        return Tokenizers.BUNDLED;
    }

    @Override
    public String sha256() {
        return sha256;
    }

    @Override
    public void close() {
        // nothing is held outside the heap
    }
}
