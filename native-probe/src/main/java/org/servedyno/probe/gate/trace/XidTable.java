package org.servedyno.probe.gate.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The Xid codes this build knows, from its data file. */
final class XidTable {
    private static final String FILE = "xids.txt";
    private static final int COLUMNS = 5;
    private static final XidTable STANDARD = load();

    private final Map<Integer, Xid> byCode = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();

    private XidTable() {}

    /** The table of the data file. */
    static XidTable standard() {
        return STANDARD;
    }

    private static XidTable load() {
        try (InputStream in = XidTable.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException("this build lacks its table of Xid codes, " + FILE);
            }
            return read(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(FILE, e);
        }
    }

    /**
     * Reads a table.
     *
     * @throws IllegalArgumentException with every problem of it, one a line
     */
    static XidTable read(List<String> lines) {
        XidTable table = new XidTable();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).trim();
            if (!line.isEmpty() && !line.startsWith("#")) {
                table.add(i + 1, line);
            }
        }
        if (!table.problems.isEmpty()) {
            throw new IllegalArgumentException("table of Xid codes:\n  " + String.join("\n  ", table.problems));
        }
        return table;
    }

    private void add(int number, String line) {
        String[] cells = line.split("\\s*\\|\\s*", -1);
        if (cells.length != COLUMNS || List.of(cells).contains("")) {
            problems.add("line " + number + ": " + COLUMNS + " cells are needed, none of them empty: " + line);
            return;
        }
        try {
            Xid xid = new Xid(Integer.parseInt(cells[0]), cells[1], cells[2], Xid.Effect.of(cells[3]), cells[4]);
            if (byCode.putIfAbsent(xid.code(), xid) != null) {
                problems.add("line " + number + ": " + xid.code() + " stands there twice");
            }
        } catch (IllegalArgumentException e) {
            problems.add("line " + number + ": " + e.getMessage());
        }
    }

    /** All codes, in rising order. */
    Collection<Xid> all() {
        return List.copyOf(byCode.values());
    }

    /** What a code means; one that is not listed makes a trial SUSPECT. */
    Xid meaning(long code) {
        return Optional.ofNullable(byCode.get((int) code))
                .filter(xid -> xid.code() == code)
                .orElseGet(() -> new Xid(
                        (int) code,
                        "not in the table of this build",
                        "look it up at docs.nvidia.com/deploy/xid-errors",
                        Xid.Effect.SUSPECT,
                        "none"));
    }
}
