package org.servedyno.probe.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;

/**
 * What must hold of any library that exports NVML: everything read or absent with its reason, nothing against reason, no crash. With
 * {@code -Dservedyno.nvml=/path/libnvidia-ml.so.1} the library of that path is asked, a real node's for example.
 */
class NvmlConformanceTest {
    private static final String PROPERTY = "servedyno.nvml";

    @TempDir
    private Path folder;

    @Test
    @EnabledIfSystemProperty(named = PROPERTY, matches = ".+")
    void the_named_library_conforms() throws Exception {
        Path library = Path.of(System.getProperty(PROPERTY)).toAbsolutePath();
        assertThat(library).as("-D" + PROPERTY).exists();

        ConformanceProcess ended = ConformanceProcess.over(library, folder);

        System.out.println(ended.output());
        assertThat(ended.exitCode())
                .as("exit code of the process that asked %s; it said:%n%s", library, ended.output())
                .isZero();
    }

    @Test
    void the_simulated_node_conforms() throws Exception {
        try (GpuProbe probe = GpuProbes.open(new ProbeSource.Simulated("h100-sxm", 8, Optional.empty()))) {
            assertThat(Conformance.of(probe).report()).noneMatch(line -> line.startsWith("PROBLEM"));
        }
    }
}
