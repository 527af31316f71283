package org.servedyno.results.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.Validity;
import org.servedyno.results.store.JsonFile;

class StudyAnalysisTest {
    private static final double[] A = {7315.5, 7288.94, 7333.9, 7304.18, 7322.8, 7297.4};
    private static final double[] B = {7308.56, 7296.68, 7341.08, 7312.92, 7329.0, 7291.56};
    private static final double[] C = {9107.04, 9150.18, 9090.26, 9132.5, 9120.24, 9080.74};

    private static StudyResult analyse(double margin, List<Trial> trials) {
        return StudyAnalysis.of(Studies.study(margin, "a", "b"), trials, Path.of("/runs/r"));
    }

    private static Contrast primary(StudyResult result) {
        return result.verdicts().stream().filter(Contrast::primary).findFirst().orElseThrow();
    }

    private static List<Trial> trials(double[] baseline, double[] candidate) {
        List<Trial> trials = new ArrayList<>(Studies.trials("a", baseline));
        trials.addAll(Studies.trials("b", candidate));
        return trials;
    }

    @Test
    void a_clear_gain_in_throughput_is_faster_and_a_clear_loss_slower() {
        Contrast gain = primary(analyse(.005, trials(A, C)));
        assertThat(gain.verdict()).isEqualTo(Verdict.FASTER);
        assertThat(gain.ratio().toOptional().orElseThrow()).isCloseTo(1.24663706, within(1e-6));
        assertThat(gain.low().toOptional().orElseThrow()).isCloseTo(1.24090526, within(1e-6));
        assertThat(gain.blocks()).isEqualTo(6);

        assertThat(primary(analyse(.005, trials(C, A))).verdict()).isEqualTo(Verdict.SLOWER);
    }

    @Test
    void a_lower_latency_is_faster() {
        StudyResult result = analyse(.005, trials(A, C));
        Contrast ttft = result.verdicts().stream()
                .filter(c -> c.metric().equals("ttft-p50"))
                .findFirst()
                .orElseThrow();

        assertThat(ttft.role()).isEqualTo(Contrast.SECONDARY);
        assertThat(ttft.ratio().toOptional().orElseThrow()).isLessThan(1);
        assertThat(ttft.verdict()).isEqualTo(Verdict.FASTER);
    }

    @Test
    void no_difference_is_equivalent_within_a_margin_that_the_trials_support_and_else_inconclusive() {
        Contrast wide = primary(analyse(.002, trials(A, B)));
        assertThat(wide.verdict()).isEqualTo(Verdict.EQUIVALENT);
        assertThat(wide.notes()).anySatisfy(note -> assertThat(note).contains("±0.2 %", "p = 0.0052"));

        Contrast narrow = primary(analyse(.001, trials(A, B)));
        assertThat(narrow.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(narrow.notes()).anySatisfy(note -> assertThat(note).contains("0.14 %", "power 0.8"));
    }

    @Test
    void a_real_difference_inside_the_margin_is_equivalent_and_the_note_says_so() {
        double[] little = new double[A.length];
        for (int i = 0; i < A.length; i++) {
            little[i] = A[i] * (1.001 + i * 1e-5);
        }

        Contrast contrast = primary(analyse(.005, trials(A, little)));

        assertThat(contrast.verdict()).isEqualTo(Verdict.EQUIVALENT);
        assertThat(contrast.notes()).anySatisfy(note -> assertThat(note).contains("95 % interval excludes 1"));
    }

    @Test
    void fewer_than_six_complete_blocks_are_inconclusive_with_the_interval_shown() {
        List<Trial> trials = trials(A, C);
        trials.remove(0);

        Contrast contrast = primary(analyse(.005, trials));

        assertThat(contrast.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(contrast.blocks()).isEqualTo(5);
        assertThat(contrast.low().toOptional()).isPresent();
        assertThat(contrast.notes()).contains("5 complete blocks; a verdict needs 6");
    }

    @Test
    void a_verdict_that_hangs_on_suspect_trials_is_none() {
        List<Trial> trials = trials(A, new double[] {9000, 9000, 7333.0, 7304.9, 7322.1, 7297.9});
        trials = replaceValidity(trials, 6, 7, Validity.State.SUSPECT);
        Contrast contrast = primary(analyse(.005, trials));
        assertThat(contrast.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(contrast.notes()).anySatisfy(note -> assertThat(note).contains("without SUSPECT trials"));

        Contrast firm = primary(analyse(.005, replaceValidity(trials(A, C), 6, 6, Validity.State.SUSPECT)));
        assertThat(firm.verdict()).isEqualTo(Verdict.FASTER);
        assertThat(firm.notes()).contains("without SUSPECT trials: FASTER");
    }

    private static List<Trial> replaceValidity(List<Trial> trials, int from, int to, Validity.State state) {
        List<Trial> changed = new ArrayList<>(trials);
        for (int i = from; i <= to; i++) {
            changed.set(i, Studies.with(changed.get(i), new Validity(state, List.of("CLIENT-1"))));
        }
        return changed;
    }

    @Test
    void invalid_and_failed_trials_are_counted_by_reason_and_enter_nothing() {
        List<Trial> trials = replaceValidity(trials(A, C), 6, 6, Validity.State.INVALID);
        trials.add(Studies.failed("b", 2, 2, "exited-at-start"));

        StudyResult result = analyse(.005, trials);
        ConfigurationResult b = result.configuration("b").orElseThrow();

        assertThat(b.trials()).isEqualTo(7);
        assertThat(b.valid()).isEqualTo(5);
        assertThat(b.invalid()).isEqualTo(1);
        assertThat(b.failed()).isEqualTo(1);
        assertThat(b.reasons()).containsEntry("CLIENT-1", 1).containsEntry("exited-at-start", 1);
        assertThat(b.metric("w", "output-throughput").orElseThrow().forks()).hasSize(5);
        assertThat(result.complete()).isFalse();
    }

    @Test
    void a_candidate_none_of_whose_trials_counts_is_invalid() {
        Contrast contrast = primary(analyse(.005, replaceValidity(trials(A, C), 6, 11, Validity.State.INVALID)));

        assertThat(contrast.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(contrast.notes()).contains("b: none of 6 trials counts");
        assertThat(contrast.ratio().toOptional()).isEmpty();
    }

    @Test
    void a_value_that_is_not_above_0_has_no_ratio_and_the_note_says_why() {
        Contrast contrast = primary(analyse(.005, trials(A, new double[6])));

        assertThat(contrast.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(contrast.notes()).containsExactly("a value is not above 0, so there is no ratio");
    }

    @Test
    void a_server_that_was_not_started_fresh_takes_the_verdict_from_its_own_contrasts_alone() {
        List<Trial> trials = trials(A, C);
        trials.addAll(Studies.trials("c", C));
        StudyResult result =
                StudyAnalysis.of(Studies.attached(Studies.study(.005, "a", "b", "c"), "c"), trials, Path.of("/runs/r"));

        assertThat(result.exploratory()).isTrue();
        assertThat(result.verdicts())
                .filteredOn(Contrast::primary)
                .extracting(Contrast::verdict)
                .containsExactly(Verdict.FASTER, Verdict.INCONCLUSIVE);
        assertThat(result.verdicts())
                .filteredOn(contrast -> contrast.candidate().equals("c"))
                .allSatisfy(contrast -> assertThat(contrast.notes())
                        .anySatisfy(note -> assertThat(note).startsWith("exploratory")));
    }

    @Test
    void a_study_without_a_trial_yet_has_a_result() {
        StudyResult result = analyse(.005, List.of());

        assertThat(primary(result).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.configuration("a").orElseThrow().metric("w", "output-throughput"))
                .hasValueSatisfying(
                        metric -> assertThat(metric.estimate().absentReason()).contains("no trial counts"));
    }

    @Test
    void different_work_is_no_contest() {
        List<Trial> trials = new ArrayList<>(Studies.trials("a", A));
        Studies.trials("b", C).forEach(trial -> trials.add(Studies.withWork(trial, "other")));

        assertThat(primary(analyse(.005, trials)).verdict()).isEqualTo(Verdict.INVALID);
    }

    @Test
    void a_result_comes_back_from_its_file_with_the_agreed_keys(@TempDir Path folder) throws IOException {
        StudyResult result = analyse(.005, trials(A, C));
        Path file = folder.resolve("study.json");

        JsonFile.write(file, result, result.simulated());

        assertThat(JsonFile.read(file, StudyResult.class)).isEqualTo(result);
        var verdict = JsonFile.readTree(file).path("verdicts").path(0);
        for (String key : List.of(
                "workload",
                "metric",
                "baseline",
                "candidate",
                "ratio",
                "low",
                "high",
                "margin",
                "verdict",
                "blocks",
                "notes")) {
            assertThat(verdict.has(key)).as(key).isTrue();
        }
        assertThat(verdict.path("verdict").asText()).isEqualTo("FASTER");
    }
}
