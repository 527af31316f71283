package org.servedyno.harness.plan;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.servedyno.harness.plan.document.FolderNames;
import org.servedyno.harness.plan.document.Section;
import org.servedyno.harness.plan.document.Value;
import org.servedyno.harness.plan.words.Defaults;
import org.servedyno.harness.plan.words.PlanKeys;
import org.servedyno.harness.plan.words.PlanWords;
import org.servedyno.results.model.Workload;

/** Reads {@code workloads}. */
final class WorkloadReader {
    private static final int MOST_PROMPTS = 10_000_000;
    private static final int MOST_TOKENS = 10_000_000;
    private static final int MOST_CONCURRENCY = 1_000_000;
    private static final double MOST_REQUESTS_PER_SECOND = 1_000_000;
    private static final double LEAST_REQUESTS_PER_SECOND = 0.001;
    private static final double MOST_RANGE_RATIO = 0.999;
    private static final Duration LONGEST_WINDOW = Duration.ofHours(24);

    private final Path directory;

    /** @param directory what relative dataset paths start from */
    WorkloadReader(Path directory) {
        this.directory = directory;
    }

    List<Workload> read(Value workloads) {
        List<Workload> read = new ArrayList<>();
        Map<String, Value> entries = workloads.entries();
        if (entries.isEmpty() && workloads.isMapping()) {
            workloads.problem("workloads needs at least one workload");
        }
        entries.forEach((name, value) -> {
            FolderNames.check(value, "a workload", name);
            value.section("workload \"" + name + "\"", PlanKeys.WORKLOAD, PlanKeys.homesOutside("a workload"))
                    .flatMap(section -> workload(name, section))
                    .ifPresent(read::add);
        });
        return read;
    }

    private Optional<Workload> workload(String name, Section section) {
        section.get("ramp-up").ifPresent(v -> v.keyProblem("ramp-up comes with a later version", Optional.empty()));
        Optional<String> dataset = section.require("dataset").flatMap(v -> v.oneOf("dataset", PlanWords.DATASETS));
        boolean random = dataset.filter("random"::equals).isPresent();
        boolean ignoreEos = section.get("ignore-eos")
                .flatMap(Value::yesOrNo)
                .orElseGet(() -> Defaults.ignoreEos(dataset.orElse("")));
        Workload workload = new Workload(
                name,
                dataset.orElse(""),
                dataset.flatMap(kind -> path(section, random)),
                small(section, "prompts", 1, MOST_PROMPTS).orElse(Defaults.PROMPTS),
                dataset.isPresent() ? input(section, random) : OptionalInt.empty(),
                dataset.isPresent() ? output(section, random) : OptionalInt.empty(),
                rangeRatio(section, random || dataset.isEmpty()),
                section.get("seed")
                        .map(v -> v.wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE))
                        .flatMap(n -> n.stream().boxed().findFirst())
                        .orElse(Defaults.WORKLOAD_SEED),
                endpoint(section),
                ignoreEos,
                small(section, "concurrency", 1, MOST_CONCURRENCY),
                rate(section),
                section.get("window").flatMap(v -> v.duration(LONGEST_WINDOW)));
        return dataset.map(kind -> workload);
    }

    private static OptionalInt small(Section section, String key, int min, int max) {
        return section.get(key).map(v -> v.smallNumber(min, max)).orElseGet(OptionalInt::empty);
    }

    private static OptionalInt input(Section section, boolean random) {
        if (random) {
            return section.require("input")
                    .map(v -> v.smallNumber(1, MOST_TOKENS))
                    .orElseGet(OptionalInt::empty);
        }
        onlyForRandom(section, "input", "the dataset's own prompts are sent");
        return OptionalInt.empty();
    }

    private static OptionalInt output(Section section, boolean random) {
        Optional<Value> value = random ? section.require("output") : section.get("output");
        return value.map(v -> v.smallNumber(1, MOST_TOKENS)).orElseGet(OptionalInt::empty);
    }

    private static double rangeRatio(Section section, boolean random) {
        if (!random) {
            onlyForRandom(section, "range-ratio", "the dataset has its own lengths");
            return Defaults.RANGE_RATIO;
        }
        return section.get("range-ratio")
                .map(v -> v.number(0, MOST_RANGE_RATIO))
                .orElseGet(OptionalDouble::empty)
                .orElse(Defaults.RANGE_RATIO);
    }

    private static void onlyForRandom(Section section, String key, String reason) {
        section.get(key)
                .ifPresent(v -> v.keyProblem(key + " belongs to dataset: random; here " + reason, Optional.empty()));
    }

    private static Workload.Endpoint endpoint(Section section) {
        List<String> words = Arrays.stream(Workload.Endpoint.values())
                .map(Workload.Endpoint::word)
                .toList();
        return section.get("endpoint")
                .flatMap(v -> v.oneOf("endpoint", words))
                .flatMap(word -> Arrays.stream(Workload.Endpoint.values())
                        .filter(endpoint -> endpoint.word().equals(word))
                        .findFirst())
                .orElse(Defaults.ENDPOINT);
    }

    private static OptionalDouble rate(Section section) {
        return section.get("rate")
                .map(v -> v.number(LEAST_REQUESTS_PER_SECOND, MOST_REQUESTS_PER_SECOND))
                .orElseGet(OptionalDouble::empty);
    }

    private Optional<String> path(Section section, boolean random) {
        if (random) {
            section.get("path")
                    .ifPresent(v -> v.keyProblem(
                            "path belongs to a dataset with a file; random prompts have none", Optional.empty()));
            return Optional.empty();
        }
        return section.require("path").flatMap(value -> value.text().flatMap(text -> file(value, text)));
    }

    private Optional<String> file(Value value, String text) {
        try {
            Path file = directory.resolve(text).normalize();
            if (Files.isRegularFile(file) && Files.isReadable(file)) {
                return Optional.of(file.toString());
            }
            value.problem("no readable file " + file + " (paths start from the plan's folder)");
        } catch (InvalidPathException e) {
            value.problem("not a path: " + e.getMessage());
        }
        return Optional.empty();
    }
}
