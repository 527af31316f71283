package org.servedyno.probe;

import java.util.ArrayList;
import java.util.List;

/** Columns of text, each as wide as its widest cell, two spaces apart; the last one wraps at the width of the page. */
final class TextTable {
    static final int PAGE_COLUMNS = 80;

    private static final int GAP = 2;
    private static final int LEAST_WRAP = 20;

    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * One column.
     *
     * @param head its heading
     * @param right whether its cells end flush
     */
    record Column(String head, boolean right) {
        static Column left(String head) {
            return new Column(head, false);
        }

        static Column right(String head) {
            return new Column(head, true);
        }
    }

    TextTable(Column... columns) {
        this.columns = List.of(columns);
        rows.add(this.columns.stream().map(Column::head).toList());
    }

    /** Adds a row; cells left out at the end stay empty. */
    void row(List<String> cells) {
        List<String> full = new ArrayList<>(cells);
        while (full.size() < columns.size()) {
            full.add("");
        }
        rows.add(full);
    }

    String text() {
        StringBuilder out = new StringBuilder();
        int last = columns.size() - 1;
        int lastStart = 0;
        List<Integer> widths = new ArrayList<>();
        for (int column = 0; column < last; column++) {
            int at = column;
            int width =
                    rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0);
            widths.add(width);
            lastStart += width + GAP;
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < last; column++) {
                String cell = row.get(column);
                String pad = " ".repeat(widths.get(column) - cell.length());
                line.append(columns.get(column).right() ? pad + cell : cell + pad);
                line.append(" ".repeat(GAP));
            }
            appendWrapped(out, line, row.get(last), lastStart);
        }
        return out.toString();
    }

    private static void appendWrapped(StringBuilder out, StringBuilder line, String cell, int start) {
        List<String> parts = wrap(cell, Math.max(LEAST_WRAP, PAGE_COLUMNS - start));
        for (int i = 0; i < parts.size(); i++) {
            String before = i == 0 ? line.toString() : " ".repeat(start);
            out.append((before + parts.get(i)).stripTrailing()).append('\n');
        }
    }

    /** The text in lines of at most {@code width} characters, broken at spaces, or within a word too long for a line. */
    static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > width) {
            int space = rest.lastIndexOf(' ', width);
            int cut = space > 0 ? space : width;
            lines.add(rest.substring(0, cut).stripTrailing());
            rest = rest.substring(cut).stripLeading();
        }
        lines.add(rest);
        return lines;
    }
}
