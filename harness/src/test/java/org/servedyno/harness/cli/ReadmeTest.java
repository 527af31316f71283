package org.servedyno.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.servedyno.bench.tokenizer.Tokenizers;
import org.servedyno.harness.plan.PlanOutcome;
import org.servedyno.harness.plan.PlanOverrides;
import org.servedyno.harness.plan.PlanReader;
import org.servedyno.harness.plan.PlanSource;
import picocli.CommandLine;

/** Holds the README and the pages of docs/ to what they show. */
class ReadmeTest {
    @TempDir
    Path folder;

    static List<List<String>> commands() throws IOException {
        List<List<String>> commands = new ArrayList<>(Documents.commands("./servedyno"));
        commands.addAll(Documents.commands("servedyno"));
        return commands;
    }

    static List<Documents.Block> plans() throws IOException {
        return Documents.blocks("yaml");
    }

    static List<Path> pages() throws IOException {
        return Documents.all();
    }

    static Stream<String> commandNames() {
        return Stream.concat(
                Stream.of(""), commandLine(new StringWriter(), new StringWriter()).getSubcommands().keySet().stream());
    }

    @ParameterizedTest
    @MethodSource("plans")
    void every_plan_shown_is_read_without_a_problem(Documents.Block plan) {
        PlanSource source = new PlanSource(plan.toString(), plan.text(), Documents.ROOT.resolve("examples"));

        assertThat(new PlanReader(Tokenizers::problem).read(source, PlanOverrides.NONE))
                .isInstanceOf(PlanOutcome.Read.class);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void every_command_line_shown_is_understood_and_names_files_that_are_there(List<String> command) {
        String[] arguments = command.stream().skip(1).toArray(String[]::new);

        assertThatCode(() -> commandLine(new StringWriter(), new StringWriter()).parseArgs(arguments))
                .as("%s", command)
                .doesNotThrowAnyException();
        assertThat(command)
                .filteredOn(word -> word.startsWith("examples/") || word.startsWith("docs/"))
                .allSatisfy(word -> assertThat(Documents.ROOT.resolve(word)).exists());
    }

    @Test
    void the_readme_shows_every_command_there_is() throws IOException {
        List<String> shown = commands().stream().map(command -> command.get(1)).toList();

        assertThat(commandLine(new StringWriter(), new StringWriter())
                        .getSubcommands()
                        .keySet())
                .isSubsetOf(shown);
    }

    @Test
    void the_plan_of_the_readme_is_tried_dry_with_the_readmes_own_words() throws IOException {
        Path plan = folder.resolve("plan.yaml");
        Files.writeString(plan, plans().get(0).text());
        List<List<String>> dryRuns = Documents.commands("./servedyno").stream()
                .filter(command -> command.contains("--dry-run"))
                .toList();

        assertThat(dryRuns).isNotEmpty();
        for (List<String> command : dryRuns) {
            StringWriter out = new StringWriter();
            String[] arguments = command.stream()
                    .skip(1)
                    .map(word -> word.equals("plan.yaml") ? plan.toString() : word)
                    .toArray(String[]::new);
            assertThat(commandLine(out, new StringWriter()).execute(arguments)).isZero();
            assertThat(out.toString()).contains("vllm-like", "sglang-like", "Order", "Estimate");
        }
    }

    @Test
    void every_probe_of_a_simulated_node_shown_is_run_and_finds_nothing_wrong() throws IOException {
        List<List<String>> probes = commands().stream()
                .filter(command -> command.contains("probe") && command.contains("--simulate"))
                .toList();

        assertThat(probes).isNotEmpty();
        for (List<String> command : probes) {
            StringWriter out = new StringWriter();
            String[] arguments = command.stream().skip(1).toArray(String[]::new);
            assertThat(commandLine(out, new StringWriter()).execute(arguments)).isZero();
            assertThat(out.toString()).contains("SIMULATED");
        }
    }

    @Test
    void the_picture_of_the_report_is_small_enough_to_load_at_once() throws IOException {
        assertThat(Files.size(Documents.ROOT.resolve("docs/report.png"))).isBetween(20_000L, 250_000L);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void every_link_to_a_file_leads_somewhere(Path page) throws IOException {
        assertThat(Documents.linkedFiles(page))
                .allSatisfy(file -> assertThat(file).exists());
    }

    @ParameterizedTest
    @MethodSource("commandNames")
    void every_help_fits_80_columns_and_shows_an_example(String name) {
        StringWriter out = new StringWriter();
        String[] arguments =
                Stream.of(name, "--help").filter(word -> !word.isEmpty()).toArray(String[]::new);

        assertThat(commandLine(out, new StringWriter()).execute(arguments)).isZero();
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
        List<String> lines = out.toString().lines().toList();
        assertThat(lines).anyMatch(line -> line.matches("Examples?:|Start here:"));
        assertThat(lines).anyMatch(line -> line.startsWith("  servedyno "));
        assertThat(examples(lines))
                .allSatisfy(example -> assertThatCode(() -> commandLine(new StringWriter(), new StringWriter())
                                .parseArgs(example))
                        .as("%s", List.of(example))
                        .doesNotThrowAnyException());
    }

    private static List<String[]> examples(List<String> help) {
        return String.join("\n", help)
                .replace("\\\n", " ")
                .lines()
                .filter(line -> line.startsWith("  servedyno "))
                .map(line -> line.strip().split("\\s+"))
                .map(words -> Stream.of(words).skip(1).toArray(String[]::new))
                .toList();
    }

    @Test
    void every_command_tells_its_version() {
        for (String name : commandNames().toList()) {
            StringWriter out = new StringWriter();
            String[] arguments =
                    Stream.of(name, "--version").filter(word -> !word.isEmpty()).toArray(String[]::new);
            assertThat(commandLine(out, new StringWriter()).execute(arguments)).isZero();
            assertThat(out.toString()).startsWith("servedyno " + Version.number());
        }
    }

    @Test
    void the_maven_lines_name_modules_and_tests_that_are_there() throws IOException {
        assertThat(Documents.ROOT.resolve("mvnw")).isExecutable();
        assertThat(Documents.commands("./mvnw")).isNotEmpty();
        String readme = Documents.page("README.md");
        assertThat(readme).contains("-pl results").contains("-Dtest=StudyAnalysisTest");
        assertThat(Documents.ROOT.resolve("results/src/test/java/org/servedyno/results/verdict/StudyAnalysisTest.java"))
                .exists();
    }

    private static CommandLine commandLine(StringWriter out, StringWriter err) {
        return Main.commandLine(new PrintWriter(out, true), new PrintWriter(err, true));
    }
}
