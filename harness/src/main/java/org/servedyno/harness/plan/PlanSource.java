package org.servedyno.harness.plan;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The text of a plan and where it stands.
 *
 * @param name how problems name it: the file as the user gave it
 * @param text the whole text
 * @param directory what relative paths in the plan start from, absolute
 */
public record PlanSource(String name, String text, Path directory) {
    private static final String DEMO = "demo.yaml";

    /** The plan of {@code servedyno demo}, which needs no file but this program. */
    public static PlanSource demo() {
        try (InputStream in = PlanSource.class.getResourceAsStream(DEMO)) {
            if (in == null) {
                throw new IllegalStateException(DEMO + " is missing from this build");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new PlanSource(DEMO, text, Path.of("").toAbsolutePath());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
