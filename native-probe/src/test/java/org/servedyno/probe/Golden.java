package org.servedyno.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares a printed format with its kept file; {@code -Dgolden.update} rewrites the file, refused when {@code CI=true}. */
final class Golden {
    private static final Path FOLDER = Path.of("src", "test", "resources", "golden");

    private Golden() {}

    /** Fails with the difference when {@code actual} is not what {@code golden/<name>} holds. */
    static void check(String name, String actual) throws IOException {
        Path file = FOLDER.resolve(name);
        if (System.getProperty("golden.update") != null) {
            assertThat(System.getenv("CI"))
                    .as("golden files are not rewritten in CI")
                    .isNotEqualTo("true");
            Files.createDirectories(file.getParent());
            Files.writeString(file, actual, StandardCharsets.UTF_8);
        }
        assertThat(file).as("kept file; run with -Dgolden.update to write it").exists();
        assertThat(actual).isEqualTo(Files.readString(file, StandardCharsets.UTF_8));
    }
}
