package org.servedyno.harness.engine.diagnose;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How one known failure shows in a log.
 *
 * @param failureClass the class of the failure while the engine starts
 * @param servingClass its class once the engine has served
 * @param generic whether the line only wraps a cause that another line may show
 * @param line what the line contains
 * @param advice the next step, with {@code $1}, {@code $2} for what the pattern captured
 */
record Signature(String failureClass, String servingClass, boolean generic, Pattern line, String advice) {
    Optional<Diagnosis> match(String logLine, boolean serving) {
        Matcher matcher = line.matcher(logLine);
        if (!matcher.find()) {
            return Optional.empty();
        }
        String filled = advice;
        for (int group = 1; group <= matcher.groupCount(); group++) {
            filled = filled.replace(
                    "$" + group, Optional.ofNullable(matcher.group(group)).orElse("?"));
        }
        return Optional.of(new Diagnosis(serving ? servingClass : failureClass, LogLine.message(logLine), filled));
    }
}
