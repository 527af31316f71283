package org.servedyno.bench.tokenizer;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalInt;

/** A {@code tokenizer.json} through DJL's binding of Hugging Face's own library, with truncation and padding off. */
final class HuggingFaceJsonTokenizer implements Tokenizer {
    private final HuggingFaceTokenizer tokenizer;
    private final String name;
    private final String sha256;
    private final int vocabSize;
    private final int specialTokensToAdd;

    private HuggingFaceJsonTokenizer(HuggingFaceTokenizer tokenizer, String name, String sha256, int vocabSize) {
        this.tokenizer = tokenizer;
        this.name = name;
        this.sha256 = sha256;
        this.vocabSize = vocabSize;
        this.specialTokensToAdd = encodeWithDefaults("").length;
    }

    static HuggingFaceJsonTokenizer open(Path file) throws TokenizerUnavailableException {
        try {
            byte[] json = Files.readAllBytes(file);
            OptionalInt vocabSize = VocabularySize.of(json);
            if (vocabSize.isEmpty()) {
                throw new TokenizerUnavailableException(file.toAbsolutePath()
                        + " is no Hugging Face tokenizer.json: it has no vocabulary under model.vocab.");
            }
            NativeTokenizerHome.prepare();
            HuggingFaceTokenizer opened = HuggingFaceTokenizer.builder()
                    .optTokenizerPath(file)
                    .optTruncation(false)
                    .optPadding(false)
                    .build();
            return new HuggingFaceJsonTokenizer(
                    opened, file.toAbsolutePath().normalize().toString(), Sha256.of(json), vocabSize.getAsInt());
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new TokenizerUnavailableException(
                    "the tokenizer " + file.toAbsolutePath() + " can't be opened: " + e.getMessage(), e);
        }
    }

    @Override
    public int[] encode(String text) {
        return ids(text, false);
    }

    @Override
    public int[] encodeWithDefaults(String text) {
        return ids(text, true);
    }

    private int[] ids(String text, boolean addSpecialTokens) {
        return Arrays.stream(tokenizer.encode(text, addSpecialTokens, false).getIds())
                .mapToInt(Math::toIntExact)
                .toArray();
    }

    @Override
    public String decode(int[] ids) {
        return tokenizer.decode(Arrays.stream(ids).asLongStream().toArray(), false);
    }

    @Override
    public int vocabSize() {
        return vocabSize;
    }

    @Override
    public int specialTokensToAdd() {
        return specialTokensToAdd;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String sha256() {
        return sha256;
    }

    @Override
    public void close() {
        tokenizer.close();
    }
}
