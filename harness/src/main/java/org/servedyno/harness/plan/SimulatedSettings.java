package org.servedyno.harness.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.servedyno.bench.sim.fault.Fault;
import org.servedyno.bench.sim.model.Catalog;
import org.servedyno.bench.sim.model.EngineProfile;
import org.servedyno.bench.sim.model.ModelShape;
import org.servedyno.harness.plan.document.ClosestWord;
import org.servedyno.harness.plan.document.Scalars;
import org.servedyno.harness.plan.document.Value;
import org.servedyno.harness.plan.words.Defaults;
import org.servedyno.harness.plan.words.PlanWords;

/** Reads what a configuration with {@code engine: sim} says of the engine to simulate. */
final class SimulatedSettings {
    private static final String ARGS = "args.";
    private static final double MOST_NOISE = 0.5;
    private static final double LONGEST_START_SECONDS = 3600;

    private final Catalog catalog = Catalog.bundled();
    private final Map<String, Value> values;
    private final String chip;

    /**
     * @param values the configuration's settings
     * @param chip the chip of the plan's hardware
     */
    SimulatedSettings(Map<String, Value> values, String chip) {
        this.values = values;
        this.chip = chip;
    }

    /** @param model the model it serves, where the plan names one */
    Map<String, String> read(Optional<Value> model) {
        model.ifPresent(this::checkModel);
        values.forEach(this::checkFlag);
        Map<String, String> settings = new LinkedHashMap<>();
        List<String> profiles =
                catalog.profiles().stream().map(EngineProfile::name).toList();
        settings.put(
                EngineSettings.PROFILE,
                get("profile").flatMap(v -> v.oneOf("profile", profiles)).orElse(Defaults.SIM_PROFILE));
        settings.put(EngineSettings.CHIP, chip());
        settings.put(
                EngineSettings.PRECISION,
                get("precision")
                        .flatMap(v -> v.oneOf("precision", PlanWords.PRECISIONS))
                        .orElseGet(() -> Catalog.precisionInName(
                                        model.flatMap(Value::text).orElse(""))
                                .label()));
        settings.put(EngineSettings.NOISE, number("noise", MOST_NOISE, Defaults.SIM_NOISE_SIGMA));
        settings.put(
                EngineSettings.START_SECONDS,
                number("start-seconds", LONGEST_START_SECONDS, Defaults.SIM_START_SECONDS));
        get("fail").flatMap(this::fault).ifPresent(fault -> settings.put(EngineSettings.FAIL, fault.toString()));
        return settings;
    }

    private void checkModel(Value model) {
        model.text().ifPresent(name -> {
            try {
                catalog.model(name);
            } catch (Catalog.UnknownNameException e) {
                List<String> names =
                        catalog.models().stream().map(ModelShape::name).toList();
                model.problem(String.valueOf(e.getMessage()), ClosestWord.to(name, names));
            }
        });
    }

    private void checkFlag(String key, Value value) {
        if (key.startsWith(ARGS) && !PlanWords.SIM_ARGS.contains(key.substring(ARGS.length()))) {
            String flag = key.substring(ARGS.length());
            value.keyProblem(
                    "the simulated engine has no flag \"" + flag + "\"; there is "
                            + String.join(", ", PlanWords.SIM_ARGS),
                    ClosestWord.to(flag, PlanWords.SIM_ARGS));
        }
    }

    private Optional<Value> get(String key) {
        return Optional.ofNullable(values.get(key));
    }

    private String chip() {
        Optional<String> asked = get("chip").flatMap(Value::text);
        if (asked.isPresent() && !asked.get().equals(chip)) {
            get("chip")
                    .ifPresent(v -> v.problem("chip is \"" + asked.get() + "\", but the hardware of this study is "
                            + chip + "; compare chips as two studies"));
        }
        return chip;
    }

    private String number(String key, double max, double standard) {
        double number = get(key).map(v -> v.number(0, max))
                .flatMap(n -> n.stream().boxed().findFirst())
                .orElse(standard);
        return Scalars.show(number);
    }

    private Optional<Fault> fault(Value value) {
        return value.text().flatMap(text -> {
            try {
                return Optional.of(Fault.parse(text));
            } catch (IllegalArgumentException e) {
                value.problem("fail: " + e.getMessage());
                return Optional.empty();
            }
        });
    }
}
