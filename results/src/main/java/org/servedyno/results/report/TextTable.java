package org.servedyno.results.report;

import java.util.List;

/**
 * The rows of a table on a console. Every column has its place; a cell too long for its column ends its line, and the row goes on below
 * at the next column, so that nothing is cut and nothing moves.
 */
final class TextTable {
    private static final String GAP = "  ";

    private final List<Column> columns;

    TextTable(Column... columns) {
        this.columns = List.of(columns);
    }

    /** One row, a line or more, each ended by {@code \n}; missing cells at its end stay blank. */
    String row(String... cells) {
        StringBuilder out = new StringBuilder();
        StringBuilder line = new StringBuilder();
        int offset = 0;
        for (int i = 0; i < cells.length; i++) {
            Column column = columns.get(i);
            line.append(" ".repeat(Math.max(0, offset - line.length())));
            String cell = cells[i];
            boolean last = i == cells.length - 1;
            if (cell.length() > column.width() && !last) {
                flush(out, line.append(cell));
            } else if (!cell.isEmpty()) {
                line.append(column.right() ? " ".repeat(Math.max(0, column.width() - cell.length())) : "")
                        .append(cell);
            }
            offset += column.width() + GAP.length();
        }
        flush(out, line);
        return out.toString();
    }

    private static void flush(StringBuilder out, StringBuilder line) {
        out.append(line.toString().stripTrailing()).append('\n');
        line.setLength(0);
    }

    /**
     * One column.
     *
     * @param width characters
     * @param right whether its cells are set to the right
     */
    record Column(int width, boolean right) {
        static Column left(int width) {
            return new Column(width, false);
        }

        static Column right(int width) {
            return new Column(width, true);
        }
    }
}
