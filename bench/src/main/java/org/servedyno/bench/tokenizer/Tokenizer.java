package org.servedyno.bench.tokenizer;

/**
 * Turns text into token ids and back. Any thread may call it, several at once. An open tokenizer lives as long as its
 * process or until it is closed; calls after {@link #close} are errors.
 */
public interface Tokenizer extends AutoCloseable {
    /** The ids of the text alone, with no special token put before or after it. */
    int[] encode(String text);

    /** The ids as the tokenizer gives them when called with its defaults: special tokens (a BOS, for one) are added. */
    int[] encodeWithDefaults(String text);

    /** How many ids {@link #encodeWithDefaults} gives. */
    default int count(String text) {
        return encodeWithDefaults(text).length;
    }

    /** The text of the ids: special tokens kept, no space clean-up, each maximal invalid UTF-8 subpart one U+FFFD. */
    String decode(int[] ids);

    /** Size of the base vocabulary, without added tokens: ids from 0 to one less can be drawn. */
    int vocabSize();

    /** How many special tokens the defaults add to one text. */
    int specialTokensToAdd();

    /** The name it was asked for by, or the absolute path of its file. */
    String name();

    /** SHA-256 of the vocabulary file, as 64 lower-case hexadecimal digits: two tokenizers of one digest agree. */
    String sha256();

    @Override
    void close();
}
