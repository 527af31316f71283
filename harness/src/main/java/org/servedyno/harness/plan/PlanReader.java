package org.servedyno.harness.plan;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.servedyno.harness.plan.document.PlanProblem;

/** Reads a YAML plan into a validated study, and reports every mistake in it at once. Stateless but for the tokenizer check. */
public final class PlanReader {
    private final TokenizerCheck tokenizers;

    public PlanReader(TokenizerCheck tokenizers) {
        this.tokenizers = tokenizers;
    }

    /** Reads a file; see {@link #read(PlanSource, PlanOverrides)}. A file that can't be read is a problem too. */
    public PlanOutcome read(Path file, PlanOverrides overrides) {
        Path absolute = file.toAbsolutePath().normalize();
        Path directory = Optional.ofNullable(absolute.getParent()).orElse(absolute);
        try {
            return read(new PlanSource(file.toString(), Files.readString(absolute), directory), overrides);
        } catch (NoSuchFileException e) {
            return unreadable(file, "no such file");
        } catch (CharacterCodingException e) {
            return unreadable(file, "is not UTF-8 text");
        } catch (IOException e) {
            return unreadable(file, "can't be read: " + e);
        }
    }

    /** Reads a text. Never throws for what the text says. */
    public PlanOutcome read(PlanSource source, PlanOverrides overrides) {
        return unreadable(Path.of(source.name()), "plans can't be read yet" + tokenizers + overrides);
    }

    private static PlanOutcome unreadable(Path file, String message) {
        return new PlanOutcome.Problems(
                List.of(new PlanProblem(file.toString(), Optional.empty(), message, Optional.empty())));
    }
}
