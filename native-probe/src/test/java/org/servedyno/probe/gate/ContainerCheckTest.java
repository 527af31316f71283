package org.servedyno.probe.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerCheckTest {
    @Test
    void a_mark_or_a_variable_of_a_container_is_enough(@TempDir Path folder) throws IOException {
        Path mark = Files.createFile(folder.resolve(".dockerenv"));
        Path none = folder.resolve("none");

        assertThat(ContainerCheck.inContainer(List.of(none, mark), Map.of())).isTrue();
        assertThat(ContainerCheck.inContainer(List.of(none), Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1")))
                .isTrue();
        assertThat(ContainerCheck.inContainer(List.of(none), Map.of("HOME", "/root")))
                .isFalse();
    }
}
