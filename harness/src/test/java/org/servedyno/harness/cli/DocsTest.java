package org.servedyno.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.servedyno.harness.plan.words.PlanKeys;
import org.servedyno.harness.plan.words.PlanWords;
import org.servedyno.results.metric.Metric;
import org.servedyno.results.metric.MetricCatalogue;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.store.stream.GpuTraceCsv;
import picocli.CommandLine;

/** Holds the reference pages of docs/ to the code they describe. */
class DocsTest {
    private static final Pattern WORD = Pattern.compile("`([a-z0-9][a-z0-9-]*)`");
    /** Metrics of a pass that can't be worked out from its requests, so the catalogue does not hold them. */
    private static final List<String> OF_THE_LOAD_GENERATOR =
            List.of("client-pause-p99", "client-pause-max", "client-cpu-share");

    private static final Pattern PACKAGE =
            Pattern.compile("`(results|native-probe|bench|harness)/([a-z]+(?:/[a-z]+)*)`");

    private static final Pattern OPTION = Pattern.compile("--[a-z]+(?:-[a-z]+)*");

    private static final Pattern SUFFIX = Pattern.compile("-(mean|p50|p99)$");

    @Test
    void docs_metrics_names_the_metrics_of_the_catalogue_and_no_others() throws IOException {
        Set<String> catalogue = new LinkedHashSet<>();
        for (Metric metric : MetricCatalogue.all()) {
            catalogue.add(metric.id());
        }
        catalogue.addAll(OF_THE_LOAD_GENERATOR);
        Set<String> documented = new LinkedHashSet<>();
        for (String word : firstCells(Documents.page("docs/metrics.md"))) {
            if (catalogue.contains(word)) {
                documented.add(word);
            } else {
                List<String> family = catalogue.stream()
                        .filter(id -> SUFFIX.matcher(id).replaceFirst("").equals(word))
                        .toList();
                assertThat(family).as("metrics like %s", word).hasSize(3);
                documented.addAll(family);
            }
        }
        assertThat(documented).containsExactlyInAnyOrderElementsOf(catalogue);
    }

    @Test
    void docs_metrics_gives_each_metric_the_unit_of_the_catalogue() throws IOException {
        String page = Documents.page("docs/metrics.md");
        for (Metric metric : MetricCatalogue.all()) {
            if (!SUFFIX.matcher(metric.id()).find()) {
                assertThat(page).containsPattern("\\| `" + metric.id() + "` \\|[^\\n]*" + Pattern.quote(metric.unit()));
            }
        }
    }

    @Test
    void docs_plan_names_every_key_a_plan_understands_and_no_others() throws IOException {
        Set<String> keys = new LinkedHashSet<>();
        for (List<String> place :
                List.of(PlanKeys.PLAN, PlanKeys.WORKLOAD, PlanKeys.CONFIGURATION, PlanKeys.DISCIPLINE)) {
            keys.addAll(place);
        }
        keys.remove("ramp-up"); // refused: it comes with a later version
        String page = Documents.page("docs/plan.md");

        assertThat(firstCells(page)).containsExactlyInAnyOrderElementsOf(keys);
        assertThat(words(page))
                .containsAll(PlanKeys.HARDWARE)
                .containsAll(PlanKeys.LAUNCH)
                .containsAll(PlanWords.ENGINES)
                .containsAll(PlanWords.DATASETS)
                .containsAll(PlanWords.SIM_ARGS);
    }

    @Test
    void docs_probe_names_options_that_the_command_has() throws IOException {
        assertThat(documentedOptions("docs/probe.md"))
                .contains("--expect", "--nvml")
                .isSubsetOf(options("probe"));
    }

    @Test
    void docs_trace_names_the_options_of_the_command() throws IOException {
        Set<String> real = options("trace");
        real.removeAll(Set.of("--help", "--version"));

        assertThat(documentedOptions("docs/trace.md")).isEqualTo(real);
    }

    @Test
    void docs_trace_names_the_columns_of_csv_and_the_kinds_of_events() throws IOException {
        String page = Documents.page("docs/trace.md");

        assertThat(GpuTraceCsv.columns()).allSatisfy(column -> assertThat(page).contains("`" + column + "`"));
        assertThat(GpuEvent.Kind.values()).allSatisfy(kind -> assertThat(page).contains("`" + kind + "`"));
    }

    private static Set<String> documentedOptions(String page) throws IOException {
        Matcher matcher = OPTION.matcher(Documents.page(page));
        Set<String> documented = new TreeSet<>();
        while (matcher.find()) {
            documented.add(matcher.group());
        }
        return documented;
    }

    private static Set<String> options(String command) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        CommandLine own = Objects.requireNonNull(
                Main.commandLine(nowhere, nowhere).getSubcommands().get(command));
        return own.getCommandSpec().optionsMap().keySet().stream()
                .filter(name -> name.startsWith("--"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void docs_architecture_names_packages_that_are_there() throws IOException {
        Matcher paths = PACKAGE.matcher(Documents.page("docs/architecture.md"));
        List<Path> folders = new ArrayList<>();
        while (paths.find()) {
            String module = paths.group(1);
            Path base = Documents.ROOT.resolve(module).resolve("src/main/java/org/servedyno");
            Path top = module.equals("native-probe") ? base : base.resolve(module);
            folders.add(top.resolve(paths.group(2)));
        }

        assertThat(folders)
                .hasSizeGreaterThan(20)
                .allSatisfy(folder ->
                        assertThat(folder.resolve("package-info.java")).exists());
    }

    private static Set<String> firstCells(String page) {
        Set<String> cells = new LinkedHashSet<>();
        page.lines()
                .filter(line -> line.startsWith("| `"))
                .forEach(line -> cells.addAll(words(line.split("\\|", 3)[1])));
        return cells;
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(text);
        while (matcher.find()) {
            words.add(matcher.group(1));
        }
        return words;
    }
}
