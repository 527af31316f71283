package org.servedyno.harness.plan.dryrun;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.servedyno.harness.plan.EngineSettings;
import org.servedyno.harness.plan.document.Scalars;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Discipline;
import org.servedyno.results.model.Hardware;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Workload;

/**
 * A study as the plan that says everything: every default filled in, {@code from} and {@code matrix} worked out. It is a plan
 * itself; reading it gives the same study.
 */
public final class EffectivePlan {
    private final YamlText yaml = new YamlText();
    private final Study study;

    private EffectivePlan(Study study) {
        this.study = study;
    }

    /** The plan's text, ending in a line break. Environment variables hold no secrets: the plan reader refuses them. */
    public static String of(Study study) {
        EffectivePlan plan = new EffectivePlan(study);
        plan.write();
        return plan.yaml.toString();
    }

    private void write() {
        yaml.entry("study", study.name());
        yaml.entry("model", commonModel());
        hardware();
        yaml.entry("tokenizer", study.tokenizer());
        yaml.section("workloads", () -> study.workloads().forEach(this::workload));
        yaml.section("configurations", () -> study.configurations().forEach(this::configuration));
        yaml.entry("baseline", study.baseline());
        yaml.entry("primary", study.primaryMetric());
        yaml.entry("margin", Scalars.show(percent(study.marginRatio())) + "%");
        discipline(study.discipline());
        study.configurations().stream()
                .flatMap(c -> EngineSettings.of(c).port().stream().boxed())
                .findFirst()
                .ifPresent(port -> yaml.entry("port", port));
    }

    private String commonModel() {
        return study.configurations().isEmpty()
                ? ""
                : study.configurations().get(0).model();
    }

    private static double percent(double ratio) {
        return BigDecimal.valueOf(ratio).movePointRight(2).doubleValue();
    }

    private void hardware() {
        if (study.hardware() instanceof Hardware.Gpus gpus) {
            yaml.section("hardware", () -> {
                yaml.entry("expect", gpus.profile());
                yaml.entry("gpus", gpus.gpus());
                if (!gpus.devices().isEmpty()) {
                    yaml.list("devices", gpus.devices());
                }
            });
        } else if (study.hardware() instanceof Hardware.Simulated simulated) {
            yaml.section("hardware", () -> {
                yaml.entry("expect", simulated.profile());
                yaml.entry("gpus", simulated.gpus());
            });
        } else {
            yaml.entry("hardware", "none");
        }
    }

    private void workload(Workload workload) {
        yaml.section(workload.name(), () -> {
            yaml.entry("dataset", workload.dataset());
            workload.path().ifPresent(path -> yaml.entry("path", path));
            yaml.entry("prompts", workload.prompts());
            workload.inputTokens().ifPresent(tokens -> yaml.entry("input", tokens));
            workload.outputTokens().ifPresent(tokens -> yaml.entry("output", tokens));
            if (workload.dataset().equals("random")) {
                yaml.entry("range-ratio", Scalars.show(workload.rangeRatio()));
            }
            yaml.entry("seed", workload.seed());
            workload.concurrency().ifPresent(bound -> yaml.entry("concurrency", bound));
            workload.requestsPerSecond().ifPresent(rate -> yaml.entry("rate", Scalars.show(rate)));
            workload.window().ifPresent(window -> yaml.entry("window", Scalars.show(window)));
            yaml.entry("endpoint", workload.endpoint().word());
            yaml.entry("ignore-eos", workload.ignoreEos());
        });
    }

    private void configuration(Configuration configuration) {
        EngineSettings settings = EngineSettings.of(configuration);
        yaml.section(configuration.name(), () -> {
            yaml.entry("engine", configuration.engine());
            yaml.entry("model", configuration.model());
            if (!configuration.command().isEmpty()) {
                yaml.list("command", configuration.command());
            }
            engineSettings(settings).forEach(yaml::entry);
            yaml.texts("args", configuration.args());
            yaml.texts("env", configuration.environment());
            yaml.texts("expect", configuration.expect());
            if (!configuration.engine().equals("attach")) {
                yaml.section("launch", () -> launch(settings));
            }
        });
    }

    private static Map<String, String> engineSettings(EngineSettings settings) {
        Map<String, String> own = new TreeMap<>(Comparator.naturalOrder());
        own.putAll(settings.settings());
        own.keySet().removeIf(key -> key.startsWith("launch.") || key.equals(EngineSettings.PORT));
        return own;
    }

    private void launch(EngineSettings settings) {
        if (!settings.launchPrefix().isEmpty()) {
            yaml.list("prefix", settings.launchPrefix());
        }
        settings.launchDirectory().ifPresent(path -> yaml.entry("working-directory", path));
        yaml.entry("ready-timeout", Scalars.show(settings.readyTimeout()));
    }

    private void discipline(Discipline discipline) {
        yaml.section("discipline", () -> {
            yaml.entry("blocks", discipline.blocks());
            yaml.section("warmup", () -> {
                yaml.entry("passes", discipline.warmupPasses());
                yaml.entry("until", discipline.warmupUntilSteady() ? "steady" : "passes");
                yaml.entry("cap", discipline.warmupCap());
            });
            yaml.entry("passes", discipline.passes());
            yaml.entry("seed", discipline.seed());
            yaml.entry("retries", discipline.retries());
        });
    }
}
