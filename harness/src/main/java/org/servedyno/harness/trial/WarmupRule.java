package org.servedyno.harness.trial;

import java.util.List;
import org.servedyno.results.model.Discipline;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Pass;

/**
 * When warming up may end: after the least number of passes the discipline asks for and, if it says so, once two successive passes
 * agree; never after more than the cap. The least number is the same for every configuration of a study, so that none is favoured
 * by more warmup.
 */
final class WarmupRule {
    /**
     * Successive passes agree when their output throughput differs by at most this share: the looser end of the 1-2 % that
     * Georges et al. (OOPSLA 2007) use for their windows, since a pass is one noisy observation and not a window of them.
     */
    static final double AGREEMENT_RATIO = 0.02;

    private static final String METRIC = "output-throughput";

    private final Discipline discipline;

    WarmupRule(Discipline discipline) {
        this.discipline = discipline;
    }

    /** Whether another warmup pass is due after those run so far. */
    boolean wantsAnother(List<Pass> soFar) {
        if (soFar.size() < discipline.warmupPasses()) {
            return true;
        }
        return discipline.warmupUntilSteady() && soFar.size() < discipline.warmupCap() && !steady(soFar);
    }

    /** Whether the last two passes agree. */
    static boolean steady(List<Pass> passes) {
        if (passes.size() < 2) {
            return false;
        }
        double before = throughput(passes.get(passes.size() - 2));
        double last = throughput(passes.get(passes.size() - 1));
        return before > 0 && Math.abs(last / before - 1) <= AGREEMENT_RATIO;
    }

    private static double throughput(Pass pass) {
        MetricValue metric = pass.metrics().get(METRIC);
        return metric == null ? 0 : metric.value().toOptional().orElse(0.0);
    }
}
