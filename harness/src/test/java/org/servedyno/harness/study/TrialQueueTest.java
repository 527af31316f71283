package org.servedyno.harness.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.TrialOutcome;
import org.servedyno.results.model.Validity;

class TrialQueueTest {
    private static final Validity BAD = new Validity(Validity.State.INVALID, List.of("THR-1: throttled"));
    private final Study study = SmallStudies.of(List.of("a", "b", "c"), 2, 2);

    @Test
    void a_study_runs_its_blocks_in_the_order_drawn() {
        List<String> ran = drain(new TrialQueue(study, List.of()), next -> valid(next));

        List<String> expected = new ArrayList<>();
        for (int block = 1; block <= 2; block++) {
            for (String configuration : study.order().get(block - 1)) {
                expected.add(block + "-" + configuration + "-1");
            }
        }
        assertThat(ran).isEqualTo(expected);
    }

    @Test
    void an_invalid_trial_is_run_again_at_the_end_of_its_block_until_its_retries_are_spent() {
        List<String> ran = drain(
                new TrialQueue(study, List.of()),
                next -> next.configuration().equals("b") ? invalid(next) : valid(next));

        assertThat(ran.subList(3, 5)).containsExactly("1-b-2", "1-b-3");
        assertThat(ran.subList(8, 10)).containsExactly("2-b-2", "2-b-3");
        assertThat(ran).hasSize(10);
    }

    @Test
    void a_trial_that_failed_by_itself_is_a_result_and_not_run_again() {
        TrialQueue queue = new TrialQueue(study, List.of());
        List<String> ran = drain(queue, next -> next.configuration().equals("b") ? failed(next) : valid(next));

        assertThat(ran).hasSize(6);
        assertThat(queue.everyCellComplete()).isFalse();
    }

    @Test
    void a_study_cut_anywhere_goes_on_to_the_same_trials() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            long fates = random.nextLong();
            Function<TrialQueue.Next, Trial> fate = next -> switch ((int)
                    Math.floorMod(fates * 31 + next.trialId().hashCode(), 3L)) {
                case 0 -> valid(next);
                case 1 -> invalid(next);
                default -> failed(next);
            };
            List<String> whole = drain(new TrialQueue(study, List.of()), fate);
            int cut = random.nextInt(whole.size());

            TrialQueue first = new TrialQueue(study, List.of());
            List<Trial> before = new ArrayList<>();
            for (int i = 0; i < cut; i++) {
                Trial trial = fate.apply(first.next().orElseThrow());
                first.add(trial);
                before.add(trial);
            }
            List<String> resumed =
                    new ArrayList<>(before.stream().map(Trial::id).toList());
            resumed.addAll(drain(new TrialQueue(study, before), fate));
            assertThat(resumed).as("seed %d, round %d", seed, round).isEqualTo(whole);
        }
    }

    @Test
    void an_interrupted_trial_counts_as_not_run() {
        TrialQueue queue = new TrialQueue(study, List.of());
        TrialQueue.Next first = queue.next().orElseThrow();
        queue.add(trial(first, Validity.VALID, new TrialOutcome.Interrupted()));

        assertThat(queue.next()).contains(first);
    }

    private static List<String> drain(TrialQueue queue, Function<TrialQueue.Next, Trial> run) {
        List<String> ran = new ArrayList<>();
        for (Optional<TrialQueue.Next> next = queue.next(); next.isPresent(); next = queue.next()) {
            ran.add(next.get().trialId());
            queue.add(run.apply(next.get()));
        }
        return ran;
    }

    private static Trial valid(TrialQueue.Next next) {
        return trial(next, Validity.VALID, new TrialOutcome.Done());
    }

    private static Trial invalid(TrialQueue.Next next) {
        return trial(next, BAD, new TrialOutcome.Done());
    }

    private static Trial failed(TrialQueue.Next next) {
        return trial(
                next, Validity.VALID, new TrialOutcome.Failed("exited-at-start", "exit 1", List.of(), "read the log"));
    }

    private static Trial trial(TrialQueue.Next next, Validity validity, TrialOutcome outcome) {
        return SmallStudies.trial(
                next.trialId(), next.block(), next.configuration(), next.attempt(), validity, outcome);
    }
}
