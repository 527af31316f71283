package org.servedyno.harness.engine.diagnose;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The known failures, kept as data in {@code failure-signatures.yaml}. Immutable; any thread. */
public final class SignatureCatalogue {
    private static final String FILE = "failure-signatures.yaml";

    /** A line that names an error, for logs that match no signature: {@code ValueError: ...}, {@code error: ...}, {@code panic: ...}. */
    private static final Pattern ERROR_LINE = Pattern.compile("^([A-Za-z_$][\\w.$]*(Error|Exception)|Error|error|"
            + "fatal|FATAL|panic|thread '.*' panicked|Segmentation fault|Aborted|Killed)\\b.*");

    private final List<Signature> signatures;

    private SignatureCatalogue(List<Signature> signatures) {
        this.signatures = signatures;
    }

    /** Reads the catalogue of this build. */
    public static SignatureCatalogue load() {
        try (InputStream in = SignatureCatalogue.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is missing from this build");
            }
            Object entries = new Load(LoadSettings.builder().setLabel(FILE).build()).loadFromInputStream(in);
            List<Signature> signatures = new ArrayList<>();
            for (Object entry : (List<?>) entries) {
                signatures.add(signature((Map<?, ?>) entry));
            }
            return new SignatureCatalogue(List.copyOf(signatures));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Signature signature(Map<?, ?> entry) {
        String failureClass = text(entry, "class").orElseThrow(() -> new IllegalStateException("no class: " + entry));
        String serving = text(entry, "serving").orElse("crash-inference");
        String line = text(entry, "line").orElseThrow(() -> new IllegalStateException("no line: " + entry));
        String advice = text(entry, "advice").orElseThrow(() -> new IllegalStateException("no advice: " + entry));
        return new Signature(
                failureClass, serving, Boolean.TRUE.equals(entry.get("generic")), Pattern.compile(line), advice);
    }

    private static Optional<String> text(Map<?, ?> entry, String key) {
        return Optional.ofNullable(entry.get(key)).map(Object::toString);
    }

    /** Every failure class that the catalogue names. */
    public Set<String> failureClasses() {
        Set<String> classes = new TreeSet<>();
        signatures.forEach(signature -> {
            classes.add(signature.failureClass());
            classes.add(signature.servingClass());
        });
        return classes;
    }

    /**
     * The first line that a signature knows: the cause comes before what follows from it. A line that only wraps a cause counts when no
     * other line is known.
     *
     * @param log lines, oldest first
     * @param serving whether the engine had been ready
     */
    public Optional<Diagnosis> diagnose(List<String> log, boolean serving) {
        return first(log, serving, false).or(() -> first(log, serving, true));
    }

    private Optional<Diagnosis> first(List<String> log, boolean serving, boolean generic) {
        List<Signature> tier =
                signatures.stream().filter(s -> s.generic() == generic).toList();
        for (String line : log) {
            for (Signature signature : tier) {
                Optional<Diagnosis> diagnosis = signature.match(line, serving);
                if (diagnosis.isPresent()) {
                    return diagnosis;
                }
            }
        }
        return Optional.empty();
    }

    /** The line that says most when no signature knows any: the last one that names an error, else the last one. */
    public static Optional<String> lastError(List<String> log) {
        for (int i = log.size() - 1; i >= 0; i--) {
            String message = LogLine.message(log.get(i));
            if (ERROR_LINE.matcher(message).matches()) {
                return Optional.of(message);
            }
        }
        return log.isEmpty() ? Optional.empty() : Optional.of(LogLine.message(log.get(log.size() - 1)));
    }
}
