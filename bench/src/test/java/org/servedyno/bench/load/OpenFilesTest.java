package org.servedyno.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class OpenFilesTest {
    @Test
    void t37_a_load_that_needs_more_open_files_is_refused_with_the_number_needed() {
        assertThatThrownBy(() -> OpenFiles.require(1200, OptionalLong.of(1024)))
                .isInstanceOf(TooFewOpenFilesException.class)
                .hasMessageContaining("1200 connections need 1300 open files")
                .hasMessageContaining("1024")
                .hasMessageContaining("ulimit -Hn");
        assertThatCode(() -> OpenFiles.require(924, OptionalLong.of(1024))).doesNotThrowAnyException();
        assertThatCode(() -> OpenFiles.require(100_000, OptionalLong.empty())).doesNotThrowAnyException();
    }

    @Test
    void the_soft_limit_is_read_from_the_kernels_table() {
        String head = "Limit                     Soft Limit           Hard Limit           Units";
        assertThat(OpenFiles.softLimit(
                        List.of(head, "Max open files            1024                 524288               files")))
                .hasValue(1024);
        assertThat(OpenFiles.softLimit(List.of("Max open files            unlimited            unlimited  files")))
                .isEmpty();
        assertThat(OpenFiles.softLimit(List.of(head))).isEmpty();
    }
}
