package org.servedyno.results.report.assembly;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Discipline;
import org.servedyno.results.model.Hardware;
import org.servedyno.results.model.Study;
import org.servedyno.results.report.view.FactView;
import org.servedyno.results.report.view.PlanView;
import org.servedyno.results.store.PlanFile;
import org.servedyno.results.store.RunDirectory;

/** What was asked for: settings, where they leave the defaults, the order of the blocks. */
final class PlanTables {
    /** The defaults of a plan, design.md section 5. */
    private static final double DEFAULT_MARGIN_RATIO = 0.005;

    private static final Pattern PLAIN_PATH = Pattern.compile("[A-Za-z0-9_./@%+=:,-]+");

    private static final String DEFAULT_METRIC = "output-throughput";

    private final Study study;

    PlanTables(Study study) {
        this.study = study;
    }

    /**
     * The plan.
     *
     * @param run where the run's files are
     * @param source the plan file as the user wrote it, or empty text
     * @param effective the effective plan as JSON
     */
    PlanView view(RunDirectory run, String source, String effective) {
        return new PlanView(
                Long.toString(study.discipline().seed()),
                PlanFile.sha256(study),
                "servedyno run " + quoted(source.isEmpty() ? run.planJson() : run.planYaml()),
                "servedyno report " + quoted(run.path()),
                source,
                effective,
                settings(),
                deviations(),
                order());
    }

    /** A path as a POSIX shell takes it. */
    static String quoted(Path path) {
        String text = path.toString();
        return PLAIN_PATH.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    /** The GPUs of the study in a phrase. */
    static String hardware(Hardware hardware) {
        if (hardware instanceof Hardware.Gpus gpus) {
            return gpus.gpus() + " × " + gpus.profile();
        }
        if (hardware instanceof Hardware.Simulated simulated) {
            return simulated.gpus() + " × simulated " + simulated.profile();
        }
        return "no GPU: " + ((Hardware.None) hardware).reason();
    }

    private List<FactView> settings() {
        Discipline discipline = study.discipline();
        List<FactView> settings = new ArrayList<>();
        settings.add(known("primary metric", study.primaryMetric()));
        settings.add(known("baseline", study.baseline()));
        settings.add(known("equivalence margin", "±" + Rounding.percent(study.marginRatio())));
        settings.add(known("blocks", Integer.toString(discipline.blocks())));
        settings.add(known("warmup", warmup(discipline)));
        settings.add(known("measured passes a trial", Integer.toString(discipline.passes())));
        settings.add(known("reruns of an INVALID trial", Integer.toString(discipline.retries())));
        settings.add(known("seed", Long.toString(discipline.seed())));
        settings.add(known("tokenizer", study.tokenizer()));
        settings.add(known("hardware", hardware(study.hardware())));
        study.workloads().forEach(w -> settings.add(known("workload " + w.name(), WorkloadText.of(w))));
        study.configurations().forEach(c -> settings.add(known("configuration " + c.name(), configuration(c))));
        return settings;
    }

    private static FactView known(String name, String value) {
        return new FactView(name, value, true);
    }

    private static String warmup(Discipline discipline) {
        String least = discipline.warmupPasses() + (discipline.warmupPasses() == 1 ? " pass" : " passes");
        return discipline.warmupUntilSteady()
                ? least + " at least, until steady, at most " + discipline.warmupCap()
                : least;
    }

    private static String configuration(Configuration configuration) {
        List<String> parts = new ArrayList<>(List.of(configuration.engine(), configuration.model()));
        sorted(configuration.settings()).forEach(parts::add);
        sorted(configuration.args()).forEach(arg -> parts.add("--" + arg));
        if (!configuration.command().isEmpty()) {
            parts.add(String.join(" ", configuration.command()));
        }
        if (configuration.replicas() > 1) {
            parts.add(configuration.replicas() + " replicas");
        }
        return String.join(", ", parts);
    }

    private static List<String> sorted(Map<String, String> map) {
        return map.entrySet().stream()
                .map(e -> e.getKey() + " " + e.getValue())
                .sorted()
                .toList();
    }

    private List<String> deviations() {
        Discipline is = study.discipline();
        Discipline usual = Discipline.byDefault(is.seed());
        List<String> deviations = new ArrayList<>();
        differ(deviations, "blocks", is.blocks(), usual.blocks());
        differ(deviations, "warmup", warmup(is), warmup(usual));
        differ(deviations, "measured passes a trial", is.passes(), usual.passes());
        differ(deviations, "reruns of an INVALID trial", is.retries(), usual.retries());
        differ(deviations, "primary metric", study.primaryMetric(), DEFAULT_METRIC);
        differ(
                deviations,
                "equivalence margin",
                Rounding.percent(study.marginRatio()),
                Rounding.percent(DEFAULT_MARGIN_RATIO));
        return deviations;
    }

    private static void differ(List<String> deviations, String name, Object is, Object usual) {
        if (!is.equals(usual)) {
            deviations.add(name + ": " + is + " (default " + usual + ")");
        }
    }

    private List<PlanView.BlockOrder> order() {
        List<String> names =
                study.configurations().stream().map(Configuration::name).toList();
        return IntStream.range(0, study.order().size())
                .mapToObj(b -> new PlanView.BlockOrder(
                        b + 1,
                        study.order().get(b).stream()
                                .map(c -> new PlanView.Place(c, Math.max(0, names.indexOf(c))))
                                .toList()))
                .toList();
    }
}
