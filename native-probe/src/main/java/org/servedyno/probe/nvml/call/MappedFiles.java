package org.servedyno.probe.nvml.call;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files that are mapped into this process. The loader may find a library in places nobody thought of, so the file named in a
 * result is the one that is mapped.
 */
final class MappedFiles {
    private static final Path MAPS = Path.of("/proc/self/maps");
    private static final int HEX = 16;
    private static final int COLUMNS = 6;

    private final Path maps;

    MappedFiles() {
        this(MAPS);
    }

    MappedFiles(Path maps) {
        this.maps = maps;
    }

    /** The file whose mapping holds an address; empty where the system does not tell. */
    Optional<String> holding(long address) {
        try (Stream<String> lines = Files.lines(maps, StandardCharsets.UTF_8)) {
            return lines.map(line -> line.split(" +", COLUMNS))
                    .filter(columns -> columns.length == COLUMNS && holds(columns[0], address))
                    .map(columns -> columns[COLUMNS - 1])
                    .findFirst();
        } catch (IOException e) {
            // Not Linux: the name it was loaded by has to do.
            return Optional.empty();
        }
    }

    private static boolean holds(String range, long address) {
        int dash = range.indexOf('-');
        return Long.compareUnsigned(Long.parseUnsignedLong(range.substring(0, dash), HEX), address) <= 0
                && Long.compareUnsigned(address, Long.parseUnsignedLong(range.substring(dash + 1), HEX)) < 0;
    }
}
