package org.servedyno.results.verdict;

/** What a contrast says of the candidate. */
public enum Verdict {
    /** Better than the baseline: the 95 % interval of the ratio excludes 1 on the better side. */
    FASTER,
    /** Worse than the baseline: the 95 % interval of the ratio excludes 1 on the worse side. */
    SLOWER,
    /** The 90 % interval of the ratio lies inside the margin. */
    EQUIVALENT,
    /** None of these can be said. */
    INCONCLUSIVE,
    /** There is nothing to judge: the trials don't count, or were not given the same work. */
    INVALID
}
