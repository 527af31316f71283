package org.servedyno.harness.process.system;

/**
 * One living process.
 *
 * @param pid its process id
 * @param command its command line, secrets masked, cut to a readable length
 */
public record LivingProcess(long pid, String command) {
    @Override
    public String toString() {
        return "pid " + pid + " (" + command + ")";
    }
}
