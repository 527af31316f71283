package org.servedyno.probe.fake;

import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CCompilerTest {
    @TempDir
    private Path folder;

    @Test
    void where_there_is_no_compiler_the_test_fails_with_what_to_install() {
        assertThatIOException()
                .isThrownBy(() -> new CCompiler("no-such-cc").run(folder, List.of("-c", "x.c")))
                .withMessage(
                        "these tests need a C compiler named no-such-cc on the PATH (for example: apt install gcc)");
    }

    @Test
    void code_that_does_not_compile_is_told_with_the_compilers_words() throws IOException {
        Files.writeString(folder.resolve("x.c"), "int x(void) { return absent; }");

        assertThatIOException()
                .isThrownBy(() -> CCompiler.SYSTEM.run(folder, List.of("-c", "x.c")))
                .withMessageContaining("cc -c x.c failed:")
                .withMessageContaining("absent");
    }
}
