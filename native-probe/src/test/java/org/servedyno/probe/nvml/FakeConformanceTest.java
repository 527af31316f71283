package org.servedyno.probe.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.conformance.ConformanceProcess;
import org.servedyno.probe.fake.FakeNode;
import org.servedyno.probe.fake.FakeNvml;

/** The conformance checks as they are run over a library from elsewhere, over our own. */
class FakeConformanceTest {
    @TempDir
    private Path folder;

    private ConformanceProcess over(FakeNode node) throws Exception {
        return ConformanceProcess.over(FakeNvml.in(folder).show(node).library(), folder);
    }

    @Test
    void our_own_library_conforms() throws Exception {
        ConformanceProcess ended = over(FakeNode.healthy());

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("0 problems; ");
    }

    @Test
    void a_library_that_does_not_start_is_told_with_what_it_said() throws Exception {
        ConformanceProcess ended = over(FakeNode.healthy().call("nvmlInit_v2", "return 9"));

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.output()).contains("NVML_ERROR_DRIVER_NOT_LOADED");
    }

    @Test
    void a_library_that_takes_its_process_along_is_told_from_one_that_breaks_a_rule() throws Exception {
        ConformanceProcess ended = over(FakeNode.healthy().call("nvmlInit_v2", "crash"));

        assertThat(ended.exitCode()).isGreaterThan(128);
        assertThat(ended.output()).contains("SIGSEGV");
    }
}
