package org.servedyno.harness.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** What real engines said. */
public final class Captures {
    private Captures() {}

    public static String text(String name) {
        try (InputStream in = Objects.requireNonNull(Captures.class.getResourceAsStream("captures/" + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    public static List<String> lines(String name) {
        return text(name).lines().toList();
    }
}
