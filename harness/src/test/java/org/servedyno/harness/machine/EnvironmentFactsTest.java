package org.servedyno.harness.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.results.model.Environment;
import org.servedyno.results.model.Reading;

class EnvironmentFactsTest {
    @TempDir
    Path root;

    @Test
    void facts_are_read_from_the_files_of_the_kernel() throws IOException {
        write("proc/cpuinfo", "processor\t: 0\nmodel name\t: Fast CPU @ 2.00GHz\n");
        write("proc/stat", "cpu  1 2 3 4 5 6 7 88 9 10\n");
        write("proc/self/limits", "Max open files            1024                 4096                 files\n");
        write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");

        Environment environment = EnvironmentFacts.read(root);

        assertThat(environment.facts())
                .containsEntry("cpuModel", Reading.of("Fast CPU @ 2.00GHz"))
                .containsEntry("cpuStealTicks", Reading.of("88"))
                .containsEntry("openFilesSoftLimit", Reading.of("1024"))
                .containsEntry("openFilesHardLimit", Reading.of("4096"))
                .containsEntry("transparentHugePages", Reading.of("madvise"));
    }

    @Test
    void a_fact_whose_file_is_hidden_is_absent_with_the_reason() {
        Environment environment = EnvironmentFacts.read(root);

        assertThat(environment.facts())
                .containsEntry("cpuModel", Reading.absent("/proc/cpuinfo can't be read"))
                .containsKey("cores");
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
