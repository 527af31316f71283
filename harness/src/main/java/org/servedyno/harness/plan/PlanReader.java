package org.servedyno.harness.plan;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.servedyno.harness.plan.document.PlanProblem;
import org.servedyno.harness.plan.document.ProblemList;
import org.servedyno.harness.plan.document.Section;
import org.servedyno.harness.plan.document.Value;
import org.servedyno.harness.plan.document.YamlDocument;
import org.servedyno.harness.plan.words.PlanKeys;
import org.servedyno.results.model.Study;

/** Reads a YAML plan into a validated study, and reports every mistake in it at once. Stateless but for the tokenizer check. */
public final class PlanReader {
    /** Largest file that is read at all; a character may take four bytes. */
    private static final long MOST_BYTES = 4L * YamlDocument.MAX_CHARACTERS;

    private final TokenizerCheck tokenizers;

    public PlanReader(TokenizerCheck tokenizers) {
        this.tokenizers = tokenizers;
    }

    /** Reads a file; see {@link #read(PlanSource, PlanOverrides)}. A file that can't be read is a problem too. */
    public PlanOutcome read(Path file, PlanOverrides overrides) {
        Path absolute = file.toAbsolutePath().normalize();
        Path directory = Optional.ofNullable(absolute.getParent()).orElse(absolute);
        try {
            if (Files.isDirectory(absolute)) {
                return unreadable(file, "is a folder, not a plan");
            }
            if (Files.size(absolute) > MOST_BYTES) {
                return unreadable(file, "is larger than " + MOST_BYTES + " bytes: a plan is a few kilobytes of YAML");
            }
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
        ProblemList problems = new ProblemList(source.name());
        Optional<Section> plan = YamlDocument.parse(source.text(), problems)
                .flatMap(top -> top.section("the plan", PlanKeys.PLAN, PlanKeys.homesOutside("the plan")));
        if (plan.isEmpty()) {
            return new PlanOutcome.Problems(problems.inOrder());
        }
        Study study = new StudyReader(source.directory(), tokenizers, overrides, problems).read(plan.get());
        Optional<Path> runsDirectory = plan.get().get("runs-dir").flatMap(v -> directory(v, source.directory()));
        return problems.isEmpty()
                ? new PlanOutcome.Read(study, source, runsDirectory)
                : new PlanOutcome.Problems(problems.inOrder());
    }

    private static Optional<Path> directory(Value value, Path planDirectory) {
        return value.text().flatMap(text -> {
            try {
                return Optional.of(planDirectory.resolve(text).normalize());
            } catch (InvalidPathException e) {
                value.problem("not a path: " + e.getMessage());
                return Optional.empty();
            }
        });
    }

    private static PlanOutcome unreadable(Path file, String message) {
        return new PlanOutcome.Problems(
                List.of(new PlanProblem(file.toString(), Optional.empty(), message, Optional.empty())));
    }
}
