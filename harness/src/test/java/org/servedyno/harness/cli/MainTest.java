package org.servedyno.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {
    private record Answer(int exitCode, String out, String err) {}

    private static Answer run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
                .execute(arguments);
        return new Answer(exitCode, out.toString(), err.toString());
    }

    @Test
    void an_unknown_command_is_a_mistake_of_the_user_and_answered_with_the_word_that_was_meant() {
        Answer answer = run("rnu");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err()).isEqualTo("""
                servedyno: unmatched argument at index 0: 'rnu'; did you mean run?
                See servedyno --help
                """);
        assertThat(answer.out()).isEmpty();
    }

    @Test
    void an_unknown_option_names_the_one_that_was_meant_and_the_help_of_its_command() {
        assertThat(run("run", "--dry-rum", "plan.yaml").err()).isEqualTo("""
                servedyno run: unknown option: '--dry-rum'; did you mean --dry-run?
                See servedyno run --help
                """);
    }

    @Test
    void without_a_command_it_asks_for_one() {
        assertThat(run()).isEqualTo(new Answer(ExitCode.USAGE, "", """
                servedyno: which command?
                See servedyno --help
                """));
    }

    @Test
    void resume_takes_no_plan_beside_it() {
        Answer answer = run("run", "plan.yaml", "--resume", "runs/x");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err()).contains("--resume takes everything from its run directory");
    }

    @Test
    void a_run_directory_that_is_none_is_said_to_be_none() {
        Answer answer = run("run", "--resume", "no-such-folder");

        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err()).contains("no-such-folder is no run directory: there is no such folder");
    }

    @Test
    void the_version_comes_from_the_build() {
        assertThat(run("--version").out())
                .startsWith("servedyno " + Version.number())
                .doesNotContain("${");
    }

    @Test
    void the_list_of_commands_fits_a_line_each() {
        assertThat(run("--help").out().lines().filter(line -> line.startsWith("  ")))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80))
                .anySatisfy(line -> assertThat(line).contains("demo"))
                .hasSizeLessThan(20);
    }
}
