package org.servedyno.results.model;

/**
 * How trials are run, fixed before the first one.
 *
 * @param blocks how many blocks; a verdict needs at least 6 complete ones
 * @param warmupPasses least number of warmup passes, the same for every configuration
 * @param warmupUntilSteady whether warmup goes on until two successive passes agree, up to {@code warmupCap}
 * @param warmupCap most warmup passes
 * @param passes measured passes of each workload in a trial
 * @param seed seed of everything random in the study
 * @param retries how often an INVALID trial is run again in its block
 */
public record Discipline(
        int blocks, int warmupPasses, boolean warmupUntilSteady, int warmupCap, int passes, long seed, int retries) {
    /**
     * The discipline of a plan that says nothing: six blocks are the least with which a paired exact test can reach 5 %; two
     * warmup passes show whether the first one was enough; three measured passes show the spread within a start.
     *
     * @param seed seed of everything random in the study
     */
    public static Discipline byDefault(long seed) {
        return new Discipline(6, 2, true, 10, 3, seed, 2);
    }
}
