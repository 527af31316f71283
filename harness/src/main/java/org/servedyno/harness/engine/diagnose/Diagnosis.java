package org.servedyno.harness.engine.diagnose;

/**
 * What a log says of a failure.
 *
 * @param failureClass a failure class's word, for example {@code oom-startup}
 * @param causeLine the log line that shows it, without the logger's own prefix
 * @param advice the next step
 */
public record Diagnosis(String failureClass, String causeLine, String advice) {}
