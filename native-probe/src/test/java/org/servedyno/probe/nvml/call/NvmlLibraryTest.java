package org.servedyno.probe.nvml.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.ProbeUnavailableException;

class NvmlLibraryTest {
    @TempDir
    Path folder;

    @Test
    void each_name_that_was_tried_is_told_when_none_loads() {
        List<String> names = List.of("libservedyno-absent.so.1", "libservedyno-absent.so");

        assertThatExceptionOfType(ProbeUnavailableException.class)
                .isThrownBy(() -> NvmlLibrary.loadFirst(names, "install the driver"))
                .satisfies(refusal -> {
                    assertThat(refusal.tried()).isEqualTo(names);
                    assertThat(refusal.seen()).contains("libservedyno-absent.so.1");
                    assertThat(refusal.getMessage()).contains("install the driver");
                });
    }

    @Test
    void the_file_that_holds_an_address_is_found_in_the_maps() throws IOException {
        Path maps = folder.resolve("maps");
        Files.writeString(maps, """
                55d0c0a00000-55d0c0a01000 r--p 00000000 08:01 131 /usr/bin/java
                7f0000001000-7f0000002000 r-xp 00001000 08:01 132 /opt/a folder/libnvidia-ml.so.570.86.15
                7f0000003000-7f0000004000 rw-p 00000000 00:00 0
                ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]
                """);
        MappedFiles files = new MappedFiles(maps);

        assertThat(files.holding(0x7f0000001fffL)).contains("/opt/a folder/libnvidia-ml.so.570.86.15");
        assertThat(files.holding(0x7f0000002000L)).isEmpty();
        assertThat(files.holding(0x7f0000003800L)).isEmpty();
        assertThat(new MappedFiles(folder.resolve("none")).holding(1)).isEmpty();
    }
}
