package org.servedyno.harness.plan;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.servedyno.harness.plan.ConfigurationLayers.Layered;
import org.servedyno.harness.plan.document.ClosestWord;
import org.servedyno.harness.plan.document.FolderNames;
import org.servedyno.harness.plan.document.ProblemList;
import org.servedyno.harness.plan.document.Section;
import org.servedyno.harness.plan.document.Value;
import org.servedyno.harness.plan.words.Defaults;
import org.servedyno.harness.plan.words.PlanWords;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Discipline;
import org.servedyno.results.model.Hardware;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Workload;

/** Reads the plan's top level and puts the parts together. */
final class StudyReader {
    private static final double LEAST_MARGIN = 0.0001;
    private static final double MOST_MARGIN = 0.5;
    private static final int HIGHEST_PORT = 65_535;
    private static final String SIM = "sim";

    private final Path directory;
    private final TokenizerCheck tokenizers;
    private final PlanOverrides overrides;
    private final ProblemList problems;

    StudyReader(Path directory, TokenizerCheck tokenizers, PlanOverrides overrides, ProblemList problems) {
        this.directory = directory;
        this.tokenizers = tokenizers;
        this.overrides = overrides;
        this.problems = problems;
    }

    /** The study; where problems were found it is of no use. */
    Study read(Section plan) {
        String name = plan.require("study")
                .flatMap(v -> v.text().filter(text -> nameFits(v, text)))
                .orElse("");
        String model = plan.require("model").flatMap(Value::text).orElse("");
        List<Workload> workloads = plan.require("workloads")
                .map(v -> new WorkloadReader(directory).read(v))
                .orElse(List.of());
        Discipline discipline = overridden(DisciplineReader.read(plan.get("discipline")));
        List<Layered> layered = layered(plan);
        boolean simulated = allSimulated(layered);
        int neededGpus = layered.stream()
                .mapToInt(ConfigurationReader::tensorParallel)
                .max()
                .orElse(1);
        Hardware hardware = HardwareReader.read(plan.get("hardware"), simulated, neededGpus);
        List<Configuration> configurations = configurations(plan, layered, hardware);
        String baseline = baseline(plan, layered);
        List<Configuration> kept = only(configurations);
        List<String> names = kept.stream().map(Configuration::name).toList();
        return new Study(
                name,
                simulated,
                names.contains(baseline) || names.isEmpty() ? baseline : names.get(0),
                primary(plan, workloads, hardware),
                margin(plan),
                tokenizer(plan, model, simulated),
                kept,
                workloads,
                discipline,
                hardware,
                TrialOrder.of(names, discipline.blocks(), discipline.seed()));
    }

    private static boolean nameFits(Value value, String name) {
        if (!FolderNames.safe(name)) {
            value.problem(FolderNames.problem("the study", name));
        }
        return FolderNames.safe(name);
    }

    private List<Layered> layered(Section plan) {
        List<Layered> layered =
                plan.require("configurations").map(ConfigurationLayers::read).orElse(List.of());
        return plan.get("matrix")
                .map(matrix -> ConfigurationMatrix.cross(matrix, layered))
                .orElse(layered);
    }

    /** Simulated and real results never mix, so a study has engines of one kind. */
    private static boolean allSimulated(List<Layered> layered) {
        Optional<Boolean> first = Optional.empty();
        for (Layered configuration : layered) {
            Optional<Value> engine =
                    Optional.ofNullable(configuration.settings().get("engine"));
            Optional<Boolean> simulated = engine.flatMap(Value::text).map(SIM::equals);
            if (first.isPresent() && simulated.isPresent() && !simulated.equals(first)) {
                engine.ifPresent(
                        v -> v.problem("a simulated engine can't be compared with a real one; make these two studies"));
                return false;
            }
            first = first.or(() -> simulated);
        }
        return first.orElse(false);
    }

    private List<Configuration> configurations(Section plan, List<Layered> layered, Hardware hardware) {
        OptionalInt port =
                plan.get("port").map(v -> v.smallNumber(1, HIGHEST_PORT)).orElseGet(OptionalInt::empty);
        String chip = hardware instanceof Hardware.Simulated sim ? sim.profile() : Defaults.SIM_CHIP;
        ConfigurationReader.Common common = new ConfigurationReader.Common(directory, plan.get("model"), chip, port);
        List<Configuration> configurations = new ArrayList<>();
        for (Layered one : layered) {
            ConfigurationReader.engine(one)
                    .ifPresent(engine -> configurations.add(ConfigurationReader.read(one, engine, common)));
        }
        return configurations;
    }

    private static String baseline(Section plan, List<Layered> layered) {
        List<String> names = layered.stream().map(Layered::name).toList();
        Optional<Value> value = plan.get("baseline");
        Optional<String> baseline = value.flatMap(Value::text);
        if (baseline.isPresent() && !names.contains(baseline.get()) && !isBroken(plan, baseline.get())) {
            value.get()
                    .problem(
                            "baseline \"" + baseline.get() + "\" is not a configuration; there is "
                                    + String.join(", ", names),
                            ClosestWord.to(baseline.get(), names));
        }
        return baseline.or(() -> names.stream().findFirst()).orElse("");
    }

    /** Whether the plan has a configuration of that name which could not be read; what is wrong with it has been reported. */
    private static boolean isBroken(Section plan, String name) {
        Optional<Value> configurations = plan.get("configurations");
        return configurations.isEmpty()
                || (plan.get("matrix").isEmpty()
                        && configurations.get().entries().containsKey(name));
    }

    private static String primary(Section plan, List<Workload> workloads, Hardware hardware) {
        Optional<Value> value = plan.get("primary");
        String metric = value.flatMap(v -> v.oneOf("metric", PlanWords.METRICS)).orElse(Defaults.PRIMARY);
        boolean closedLoop =
                workloads.stream().anyMatch(w -> w.requestsPerSecond().isEmpty());
        if (PlanWords.OPEN_LOOP_METRICS.contains(metric) && closedLoop) {
            value.ifPresent(v -> v.problem(
                    metric + " exists only where requests have an intended time, so every" + " workload needs a rate"));
        }
        if (PlanWords.GPU_METRICS.contains(metric) && hardware instanceof Hardware.None) {
            value.ifPresent(v -> v.problem(metric + " needs a GPU trace, and this plan has hardware: none"));
        }
        return metric;
    }

    private static double margin(Section plan) {
        return plan.get("margin")
                .map(v -> v.share(LEAST_MARGIN, MOST_MARGIN))
                .orElseGet(OptionalDouble::empty)
                .orElse(Defaults.MARGIN_RATIO);
    }

    private String tokenizer(Section plan, String model, boolean simulated) {
        Optional<Value> value = plan.get("tokenizer");
        Optional<String> asked = value.flatMap(Value::text);
        String tokenizer = asked.map(this::fileOrName).orElse(simulated ? Defaults.SIM_TOKENIZER : model);
        if (tokenizer.isEmpty() || (value.isPresent() && asked.isEmpty())) {
            return tokenizer;
        }
        tokenizers.problem(tokenizer).ifPresent(reason -> {
            if (asked.isPresent()) {
                value.get().problem("tokenizer \"" + asked.get() + "\" can't be opened: " + reason);
            } else {
                plan.get("model")
                        .ifPresent(v -> v.problem("the tokenizer of model \"" + model + "\" can't be opened: " + reason
                                + "; the key tokenizer names another"));
            }
        });
        return tokenizer;
    }

    private String fileOrName(String text) {
        try {
            Path path = directory.resolve(text).normalize();
            return Files.exists(path) ? path.toString() : text;
        } catch (InvalidPathException e) {
            return text;
        }
    }

    private Discipline overridden(Discipline plan) {
        if (overrides.blocks().isEmpty()) {
            return plan;
        }
        int blocks = overrides.blocks().getAsInt();
        if (blocks < 1 || blocks > DisciplineReader.MOST_BLOCKS) {
            problems.addElsewhere(
                    "--blocks",
                    "must be from 1 to " + DisciplineReader.MOST_BLOCKS + ", not " + blocks,
                    Optional.empty());
            return plan;
        }
        return new Discipline(
                blocks,
                plan.warmupPasses(),
                plan.warmupUntilSteady(),
                plan.warmupCap(),
                plan.passes(),
                plan.seed(),
                plan.retries());
    }

    private List<Configuration> only(List<Configuration> configurations) {
        List<String> names = configurations.stream().map(Configuration::name).toList();
        for (String name : overrides.only()) {
            if (!names.contains(name)) {
                problems.addElsewhere(
                        "--only",
                        "no configuration \"" + name + "\"; there is " + String.join(", ", names),
                        ClosestWord.to(name, names));
            }
        }
        return overrides.only().isEmpty()
                ? configurations
                : configurations.stream()
                        .filter(c -> overrides.only().contains(c.name()))
                        .toList();
    }
}
