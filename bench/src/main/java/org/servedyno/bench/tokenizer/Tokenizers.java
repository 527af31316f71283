package org.servedyno.bench.tokenizer;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Opens tokenizers by name or path. */
public final class Tokenizers {
    /** The bundled tokenizer that needs no download. */
    public static final String BUNDLED = "o200k";

    private static final List<String> OTHER_WORDS_FOR_BUNDLED = List.of("o200k_base", "o200kbase", "o200", "200k");
    private static final String TOKENIZER_FILE = "tokenizer.json";

    private Tokenizers() {}

    /**
     * Opens a tokenizer. Nothing is downloaded.
     *
     * @param nameOrPath {@code o200k}, a folder that holds a {@code tokenizer.json}, or such a file
     * @throws TokenizerUnavailableException when there is none by that name or its file can't be read
     */
    public static Tokenizer open(String nameOrPath) throws TokenizerUnavailableException {
        if (nameOrPath.equals(BUNDLED)) {
            return O200kTokenizer.open();
        }
        return HuggingFaceJsonTokenizer.open(file(nameOrPath));
    }

    /** Why {@link #open} would find nothing by that name, without loading anything; empty when there is something. */
    public static Optional<String> problem(String nameOrPath) {
        if (nameOrPath.equals(BUNDLED)) {
            return Optional.empty();
        }
        try {
            file(nameOrPath);
            return Optional.empty();
        } catch (TokenizerUnavailableException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static Path file(String nameOrPath) throws TokenizerUnavailableException {
        Path asked = path(nameOrPath);
        if (Files.isDirectory(asked)) {
            Path inside = asked.resolve(TOKENIZER_FILE);
            if (Files.isRegularFile(inside)) {
                return inside;
            }
            throw new TokenizerUnavailableException(
                    "no tokenizer in the folder " + asked.toAbsolutePath() + ": it holds no " + TOKENIZER_FILE
                            + ". Give the folder of a model that has one, or the file itself.");
        }
        if (Files.isRegularFile(asked)) {
            return asked;
        }
        throw new TokenizerUnavailableException("no tokenizer '" + nameOrPath + "': it is not the bundled " + BUNDLED
                + ", and there is no file or folder " + asked.toAbsolutePath() + "." + advice(nameOrPath));
    }

    private static Path path(String nameOrPath) throws TokenizerUnavailableException {
        if (nameOrPath.isBlank()) {
            throw new TokenizerUnavailableException("the tokenizer's name is empty. Use " + BUNDLED
                    + ", a folder with a " + TOKENIZER_FILE + ", or such a file.");
        }
        try {
            return Path.of(nameOrPath);
        } catch (InvalidPathException e) {
            throw new TokenizerUnavailableException("'" + nameOrPath + "' is no path: " + e.getReason() + ".", e);
        }
    }

    private static String advice(String nameOrPath) {
        if (OTHER_WORDS_FOR_BUNDLED.contains(nameOrPath.toLowerCase(Locale.ROOT))
                || nameOrPath.equalsIgnoreCase(BUNDLED)) {
            return " Did you mean " + BUNDLED + "?";
        }
        return " Tokenizers of a model hub are not downloaded: give the folder that holds the model's " + TOKENIZER_FILE
                + ", or " + BUNDLED + " for the bundled one.";
    }
}
