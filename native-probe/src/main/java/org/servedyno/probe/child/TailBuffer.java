package org.servedyno.probe.child;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last lines of a stream, bounded in lines and in line length. Safe for several threads. */
final class TailBuffer {
    private static final int LINES = 100;
    private static final int LINE_CHARS = 2_000;

    private final Deque<String> lines = new ArrayDeque<>();

    synchronized void add(String line) {
        if (lines.size() == LINES) {
            lines.removeFirst();
        }
        lines.addLast(line.length() <= LINE_CHARS ? line : line.substring(0, LINE_CHARS) + "...");
    }

    synchronized String text() {
        return String.join("\n", lines);
    }
}
