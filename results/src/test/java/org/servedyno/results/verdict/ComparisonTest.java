package org.servedyno.results.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.servedyno.results.model.Trial;

class ComparisonTest {
    private static final double[] A = {7315.5, 7288.94, 7333.9, 7304.18, 7322.8, 7297.4};
    private static final double[] C = {9107.04, 9150.18, 9090.26, 9132.5, 9120.24, 9080.74};

    private static StudyResult run(String folder, double[] a, double[] b) {
        List<Trial> trials = new ArrayList<>(Studies.trials("a", a));
        trials.addAll(Studies.trials("b", b));
        return StudyAnalysis.of(Studies.study(.005, "a", "b"), trials, Path.of("/runs", folder));
    }

    private static Comparison.Side side(StudyResult study) {
        return new Comparison.Side(study, Optional.empty());
    }

    private static Comparison.Side side(StudyResult study, String configuration) {
        return new Comparison.Side(study, Optional.of(configuration));
    }

    @Test
    void two_configurations_of_one_run_are_paired_by_their_blocks() throws IncomparableException {
        StudyResult run = run("r1", A, C);

        Comparison comparison = Comparison.of(side(run, "a"), side(run, "b"), OptionalDouble.empty());

        assertThat(comparison.paired()).isTrue();
        assertThat(comparison.verdicts().get(0).high().toOptional().orElseThrow())
                .isCloseTo(1.25239534, within(1e-6));
        assertThat(comparison.verdicts().get(0).verdict()).isEqualTo(Verdict.FASTER);
    }

    @Test
    void two_runs_are_compared_unpaired_and_say_so() throws IncomparableException {
        Comparison comparison = Comparison.of(side(run("r1", A, A)), side(run("r2", C, A)), OptionalDouble.of(.01));

        Contrast first = comparison.verdicts().get(0);
        assertThat(comparison.paired()).isFalse();
        assertThat(first.baseline()).isEqualTo("r1:a");
        assertThat(first.candidate()).isEqualTo("r2:a");
        assertThat(first.high().toOptional().orElseThrow()).isCloseTo(1.25082898, within(1e-6));
        assertThat(first.margin()).isEqualTo(.01);
        assertThat(first.notes()).anySatisfy(note -> assertThat(note).contains("unpaired"));
        assertThat(comparison.verdicts()).filteredOn(Contrast::primary).hasSize(2);
    }

    @Test
    void simulated_and_real_are_never_compared() {
        StudyResult real = Studies.real(run("r1", A, C));

        assertThatThrownBy(() -> Comparison.of(side(real), side(run("r2", A, C)), OptionalDouble.empty()))
                .isInstanceOf(IncomparableException.class)
                .hasMessageContaining("r2 is SIMULATED");
    }

    @Test
    void what_has_nothing_in_common_is_refused_with_what_there_is() {
        StudyResult run = run("r1", A, C);

        assertThatThrownBy(() -> Comparison.of(side(run), side(run), OptionalDouble.empty()))
                .hasMessageContaining("name two of its configurations: a, b");
        assertThatThrownBy(() -> Comparison.of(side(run, "a"), side(run, "x"), OptionalDouble.empty()))
                .hasMessageContaining("no configuration x; it has a, b");
        assertThatThrownBy(() -> Comparison.of(side(run, "a"), side(run, "a"), OptionalDouble.empty()))
                .hasMessageContaining("name two configurations");
    }

    @Test
    void different_work_gets_numbers_and_no_verdict() throws IncomparableException {
        List<Trial> other = new ArrayList<>();
        Studies.trials("a", C).forEach(trial -> other.add(Studies.withWork(trial, "other")));
        StudyResult changed = StudyAnalysis.of(Studies.study(.005, "a", "b"), other, Path.of("/runs/r2"));

        Contrast contrast = Comparison.of(side(run("r1", A, C), "a"), side(changed, "a"), OptionalDouble.empty())
                .verdicts()
                .get(0);

        assertThat(contrast.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(contrast.ratio().toOptional()).isPresent();
        assertThat(contrast.notes()).anySatisfy(note -> assertThat(note).contains("workSha256 differ"));
    }

    @Test
    void exploratory_runs_get_numbers_and_no_verdict() throws IncomparableException {
        Contrast contrast = Comparison.of(
                        side(Studies.exploratory(run("r1", A, C)), "a"),
                        side(run("r2", C, C), "a"),
                        OptionalDouble.empty())
                .verdicts()
                .get(0);

        assertThat(contrast.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(contrast.ratio().toOptional()).isPresent();
        assertThat(contrast.notes()).anySatisfy(note -> assertThat(note).contains("exploratory"));
    }
}
