package org.servedyno.harness.trial;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.servedyno.harness.engine.CacheReset;
import org.servedyno.harness.engine.StartedEngine;
import org.servedyno.harness.plan.TrialOrder;
import org.servedyno.harness.trial.child.PassCommand;
import org.servedyno.harness.trial.child.TrialFailure;
import org.servedyno.results.model.Discipline;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Workload;

/**
 * The passes of one server start: each workload in the block's order, first its warmup, then its measured passes. Before each pass
 * the prefix cache is emptied or, where that can't be done, the prompts are given a salt of their own. Order and salt depend on the
 * study's seed and the block alone, so every configuration of a block meets the same requests.
 */
final class PassSequence {
    /** Runs one pass. */
    interface Runner {
        Pass run(PassCommand command) throws TrialFailure, InterruptedException, IOException;
    }

    private final Study study;
    private final int block;
    private final StartedEngine engine;

    PassSequence(Study study, int block, StartedEngine engine) {
        this.study = study;
        this.block = block;
        this.engine = engine;
    }

    /** Runs all passes, adding each one that ended to {@code ended}. */
    void run(Runner runner, List<Pass> ended) throws TrialFailure, InterruptedException, IOException {
        for (Workload workload : TrialOrder.workloads(study, block)) {
            runWorkload(workload, runner, ended);
        }
    }

    private void runWorkload(Workload workload, Runner runner, List<Pass> ended)
            throws TrialFailure, InterruptedException, IOException {
        Discipline discipline = study.discipline();
        WarmupRule warmup = new WarmupRule(discipline);
        List<Pass> warmups = new ArrayList<>();
        int sequence = 0;
        while (warmup.wantsAnother(warmups)) {
            sequence++;
            warmups.add(answered(runner.run(command(workload, Pass.Kind.WARMUP, warmups.size() + 1, sequence)), ended));
        }
        for (int number = 1; number <= discipline.passes(); number++) {
            sequence++;
            answered(runner.run(command(workload, Pass.Kind.MEASURED, number, sequence)), ended);
        }
    }

    private Pass answered(Pass pass, List<Pass> ended) throws TrialFailure {
        ended.add(pass);
        TrialAudit.requireAnswers(pass, engine);
        return pass;
    }

    private PassCommand command(Workload workload, Pass.Kind kind, int number, int sequence)
            throws InterruptedException {
        long seed = TrialOrder.passSeed(study, block, workload, sequence);
        CacheReset reset = engine.resetPrefixCache();
        Optional<String> salt = reset.worked() ? Optional.empty() : Optional.of(salt(seed));
        return new PassCommand(workload, kind, number, seed, salt);
    }

    private static String salt(long seed) {
        return HexFormat.of().toHexDigits(seed) + " ";
    }
}
