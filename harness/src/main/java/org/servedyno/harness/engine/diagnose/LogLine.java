package org.servedyno.harness.engine.diagnose;

import java.util.regex.Pattern;

/** What a logger puts around a message. */
final class LogLine {
    private static final int LONGEST_CHARS = 500;

    /** Process name, level, date, time and place, each as vLLM, SGLang, TensorRT-LLM and Python's logging write them. */
    private static final Pattern PREFIX = Pattern.compile("^\\s*(\\([A-Za-z_0-9]+ pid=\\d+\\)\\s*)?"
            + "(\\[?\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d[^\\s\\]]*\\]?\\s*)?"
            + "((ERROR|WARNING|INFO|CRITICAL|FATAL)\\s+\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\s*)?"
            + "(\\[[A-Za-z_0-9.]+:\\d+\\]\\s*)?");

    private LogLine() {}

    /** The message alone, cut to a readable length. */
    static String message(String line) {
        String message = PREFIX.matcher(line).replaceFirst("").strip();
        String kept = message.isEmpty() ? line.strip() : message;
        return kept.length() > LONGEST_CHARS ? kept.substring(0, LONGEST_CHARS) + "..." : kept;
    }
}
