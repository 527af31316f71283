package org.servedyno.harness.plan.words;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys of each place in a plan. The JSON schema beside the reader names the same ones. */
public final class PlanKeys {
    /** The plan itself. */
    public static final List<String> PLAN = List.of(
            "study",
            "model",
            "hardware",
            "tokenizer",
            "workloads",
            "configurations",
            "matrix",
            "baseline",
            "primary",
            "margin",
            "discipline",
            "runs-dir",
            "port");

    /** {@code hardware}, where it is not {@code none}. */
    public static final List<String> HARDWARE = List.of("expect", "gpus", "devices");

    /** One of {@code workloads}. */
    public static final List<String> WORKLOAD = List.of(
            "dataset",
            "path",
            "prompts",
            "input",
            "output",
            "range-ratio",
            "seed",
            "concurrency",
            "rate",
            "ramp-up",
            "window",
            "endpoint",
            "ignore-eos");

    /** One of {@code configurations}. */
    public static final List<String> CONFIGURATION = List.of(
            "from",
            "engine",
            "model",
            "args",
            "env",
            "expect",
            "profile",
            "chip",
            "precision",
            "noise",
            "start-seconds",
            "fail",
            "tensor-parallel",
            "command",
            "ready",
            "base-url",
            "replicas",
            "launch");

    /** {@code launch} of a configuration. */
    public static final List<String> LAUNCH = List.of("prefix", "env", "working-directory", "ready-timeout");

    /** {@code discipline}. */
    public static final List<String> DISCIPLINE = List.of("blocks", "warmup", "passes", "seed", "retries");

    /** {@code warmup} of the discipline. */
    public static final List<String> WARMUP = List.of("passes", "until", "cap");

    /** {@code exclude} of the matrix; the other keys of the matrix are axes. */
    public static final String EXCLUDE = "exclude";

    /** In the order in which they are named to users. */
    private static final List<Map.Entry<String, List<String>>> PLACES = List.of(
            Map.entry("the plan", PLAN),
            Map.entry("hardware", HARDWARE),
            Map.entry("a workload", WORKLOAD),
            Map.entry("a configuration", CONFIGURATION),
            Map.entry("launch", LAUNCH),
            Map.entry("discipline", DISCIPLINE),
            Map.entry("discipline.warmup", WARMUP));

    /** Which keys each engine of a configuration understands, beyond {@code from}, {@code engine}, {@code model} and {@code expect}. */
    private static final Map<String, List<String>> BY_ENGINE = Map.of(
            "sim",
                    List.of(
                            "args",
                            "env",
                            "profile",
                            "chip",
                            "precision",
                            "noise",
                            "start-seconds",
                            "fail",
                            "tensor-parallel",
                            "replicas",
                            "launch"),
            "command", List.of("args", "env", "command", "ready", "tensor-parallel", "replicas", "launch"),
            "attach", List.of("base-url", "replicas"));

    private PlanKeys() {}

    /** The keys that stand in other places than {@code place}, each with the place it belongs to. */
    public static Map<String, String> homesOutside(String place) {
        Map<String, String> homes = new LinkedHashMap<>();
        for (Map.Entry<String, List<String>> other : PLACES) {
            other.getValue().forEach(key -> homes.merge(key, other.getKey(), (a, b) -> a + " or " + b));
        }
        for (Map.Entry<String, List<String>> own : PLACES) {
            if (own.getKey().equals(place)) {
                own.getValue().forEach(homes::remove);
            }
        }
        return homes;
    }

    /** The engines that understand a key of a configuration; empty when all do. */
    public static List<String> enginesOf(String key) {
        List<String> engines = new ArrayList<>();
        BY_ENGINE.forEach((engine, keys) -> {
            if (keys.contains(key)) {
                engines.add(engine);
            }
        });
        engines.sort(null);
        return engines;
    }
}
