package org.servedyno.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
    @TempDir
    private Path folder;

    @Test
    void a_run_gets_its_reports_and_the_answer_on_the_console() throws IOException {
        Path run = new SmallRun()
                .with("vllm", SmallRun.BASE)
                .with("sglang", SmallRun.FAST)
                .write(folder);

        Invocation report = Invocation.of(new ReportCommand(), run);

        assertThat(report.err()).isEmpty();
        assertThat(report.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(report.out()).contains("SIMULATED", "FASTER", "report: " + run.resolve("report.html"));
        assertThat(run.resolve("report.html")).content().contains("SIMULATED");
        assertThat(run.resolve("report.md")).isNotEmptyFile();
    }

    @Test
    void only_the_formats_asked_for_are_written() throws IOException {
        Path run = new SmallRun().with("vllm", SmallRun.BASE).write(folder);

        Invocation report = Invocation.of(new ReportCommand(), run, "--format", "md");

        assertThat(report.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.resolve("report.md")).exists();
        assertThat(run.resolve("report.html")).doesNotExist();
    }

    @Test
    void json_leaves_stdout_to_one_document() throws IOException {
        Path run = new SmallRun()
                .with("vllm", SmallRun.BASE)
                .with("sglang", SmallRun.FAST)
                .write(folder);

        Invocation report = Invocation.of(new ReportCommand(), run, "--json");

        JsonNode document = new ObjectMapper().readTree(report.out());
        assertThat(document.path("schemaVersion").intValue()).isEqualTo(1);
        assertThat(document.path("simulated").booleanValue()).isTrue();
        assertThat(document.path("runDirectory").asText()).isEqualTo(run.toString());
        assertThat(document.path("verdicts").path(0).path("verdict").asText()).isEqualTo("FASTER");
        assertThat(report.err()).contains("report: " + run.resolve("report.md"));
    }

    @Test
    void a_folder_that_is_no_run_is_told_what_was_looked_for_and_what_to_do() throws IOException {
        Path run = new SmallRun().with("vllm", SmallRun.BASE).write(folder);
        Path empty = Files.createDirectory(folder.resolve("empty"));

        assertThat(Invocation.of(new ReportCommand(), empty))
                .isEqualTo(new Invocation(
                        ExitCode.USAGE,
                        "",
                        "servedyno report: " + empty + " is no run directory: it holds no plan.json. Give the folder"
                                + " that servedyno run printed: it holds plan.json and trials."
                                + System.lineSeparator()));
        assertThat(Invocation.of(new ReportCommand(), folder).err()).contains("It holds one run: " + run);
        assertThat(Invocation.of(new ReportCommand(), folder.resolve("nowhere")).err())
                .contains("there is no such folder");
    }

    @Test
    void a_changed_plan_is_not_reported_on() throws IOException {
        Path run = new SmallRun().with("vllm", SmallRun.BASE).write(folder);
        Path plan = run.resolve("plan.json");
        Files.writeString(plan, Files.readString(plan).replace("\"vllm\"", "\"other\""));

        Invocation report = Invocation.of(new ReportCommand(), run);

        assertThat(report.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(report.err()).contains("was changed after the study began");
    }

    @Test
    void an_unknown_format_is_refused_with_the_known_ones() throws IOException {
        Path run = new SmallRun().with("vllm", SmallRun.BASE).write(folder);

        assertThat(Invocation.of(new ReportCommand(), run, "--format", "htm").err())
                .contains("no format \"htm\"; there is html, md; did you mean \"html\"?");
        Invocation later = Invocation.of(new ReportCommand(), run, "--format", "csv");
        assertThat(later.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(later.err()).contains("--format csv comes with a later version");
    }

    @Test
    void its_help_shows_an_example() {
        assertThat(Invocation.of(new ReportCommand(), "--help").out()).contains("servedyno report runs/");
    }
}
