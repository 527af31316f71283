package org.servedyno.harness.study;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.TrialOutcome;
import org.servedyno.results.model.Validity;

/**
 * Which trial comes next. It depends on nothing but the study and the trials that have ended, so a resumed study goes on exactly
 * where the killed one stood. In each block every configuration is tried once in the block's order; those that came out INVALID are
 * tried again at the block's end. A trial that failed by itself is a result and is not repeated.
 */
final class TrialQueue {
    /** A trial to run. */
    record Next(int block, String configuration, int attempt) {
        String trialId() {
            return Trial.idOf(block, configuration, attempt);
        }
    }

    private final Study study;
    private final Map<String, Trial> ended = new HashMap<>();

    TrialQueue(Study study, List<Trial> alreadyEnded) {
        this.study = study;
        alreadyEnded.forEach(this::add);
    }

    /** Takes note of a trial that has ended; one that the user interrupted counts as not run. */
    void add(Trial trial) {
        if (!(trial.outcome() instanceof TrialOutcome.Interrupted)) {
            ended.put(trial.id(), trial);
        }
    }

    /** The trial to run now, or empty when the study is complete. */
    Optional<Next> next() {
        for (int block = 1; block <= study.order().size(); block++) {
            Optional<Next> next = nextOf(block);
            if (next.isPresent()) {
                return next;
            }
        }
        return Optional.empty();
    }

    private Optional<Next> nextOf(int block) {
        for (int attempt = 1; attempt <= 1 + study.discipline().retries(); attempt++) {
            for (String configuration : study.order().get(block - 1)) {
                Next candidate = new Next(block, configuration, attempt);
                if (!ended.containsKey(candidate.trialId()) && isDue(candidate)) {
                    return Optional.of(candidate);
                }
            }
        }
        return Optional.empty();
    }

    private boolean isDue(Next candidate) {
        if (candidate.attempt() == 1) {
            return true;
        }
        Trial before = ended.get(Trial.idOf(candidate.block(), candidate.configuration(), candidate.attempt() - 1));
        return before != null && before.validity().state() == Validity.State.INVALID;
    }

    /** How many trials have ended. */
    int ended() {
        return ended.size();
    }

    /** Whether every configuration has a trial that counts in every block. */
    boolean everyCellComplete() {
        for (int block = 1; block <= study.order().size(); block++) {
            for (String configuration : study.order().get(block - 1)) {
                if (!counts(block, configuration)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean counts(int block, String configuration) {
        for (int attempt = 1; attempt <= 1 + study.discipline().retries(); attempt++) {
            Trial trial = ended.get(Trial.idOf(block, configuration, attempt));
            if (trial != null && trial.counts()) {
                return true;
            }
        }
        return false;
    }
}
