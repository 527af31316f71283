package org.servedyno.harness.plan;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.servedyno.harness.plan.ConfigurationLayers.Layered;
import org.servedyno.harness.plan.document.Value;
import org.servedyno.harness.plan.words.Defaults;
import org.servedyno.harness.plan.words.PlanKeys;
import org.servedyno.harness.plan.words.PlanWords;
import org.servedyno.results.model.Configuration;

/** Turns one configuration's settings into the value that the rest of the harness runs. */
final class ConfigurationReader {
    private static final int MOST_GPUS = 64;
    private static final Duration LONGEST_READY_TIMEOUT = Duration.ofHours(12);
    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i)(.*[_-])?(TOKEN|KEY|SECRET|PASSWORD|PASSWD|CREDENTIALS)");
    private static final Pattern SECRET_FLAG = Pattern.compile("--?([A-Za-z0-9_-]+)(=.*)?");
    private static final Pattern VARIABLE_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** What the plan says once for all configurations. */
    record Common(Path directory, Optional<Value> model, String chip, OptionalInt port) {}

    private final Common common;
    private final Layered layered;
    private final Map<String, Value> values;
    private final Map<String, String> settings = new LinkedHashMap<>();

    private ConfigurationReader(Common common, Layered layered) {
        this.common = common;
        this.layered = layered;
        this.values = layered.settings();
    }

    /** The engine a configuration asks for, if it is one that can be run. */
    static Optional<String> engine(Layered layered) {
        Optional<Value> value = Optional.ofNullable(layered.settings().get("engine"));
        if (value.isEmpty()) {
            layered.entry()
                    .keyProblem("configuration \"" + layered.name() + "\" needs the key \"engine\"", Optional.empty());
            return Optional.empty();
        }
        Optional<String> word = value.get().text();
        if (word.filter(PlanWords.LATER_ENGINES::contains).isPresent()) {
            value.get()
                    .problem("engine " + word.get() + ": its adapter comes with a later version; until then start it"
                            + " with engine: command, or simulate it with engine: sim, profile: " + word.get());
            return Optional.empty();
        }
        return word.flatMap(w -> value.get().oneOf("engine", PlanWords.ENGINES));
    }

    /** How many GPUs a configuration spreads one server over. */
    static int tensorParallel(Layered layered) {
        return Optional.ofNullable(layered.settings().get("tensor-parallel"))
                .map(v -> v.smallNumber(1, MOST_GPUS))
                .orElseGet(OptionalInt::empty)
                .orElse(Defaults.TENSOR_PARALLEL);
    }

    /** The configuration; what is wrong with it has been reported, and then the value is of no use. */
    static Configuration read(Layered layered, String engine, Common common) {
        return new ConfigurationReader(common, layered).read(engine);
    }

    private Configuration read(String engine) {
        values.forEach((key, value) -> checkBelongs(key, value, engine));
        Map<String, String> args = texts("args.");
        Map<String, String> environment = texts("env.");
        checkSecrets("args.");
        checkSecrets("env.");
        checkVariables();
        get("replicas").ifPresent(v -> v.smallNumber(1, Integer.MAX_VALUE).ifPresent(n -> reportReplicas(v, n)));
        Optional<Value> model = get("model").or(common::model);
        List<String> command = List.of();
        switch (engine) {
            case "sim" -> settings.putAll(new SimulatedSettings(values, common.chip()).read(model));
            case "command" -> command = readCommand();
            default -> readAttached();
        }
        if (!engine.equals("attach")) {
            readLaunch(engine);
        }
        return new Configuration(
                layered.name(),
                engine,
                model.flatMap(Value::text).orElse(""),
                settings,
                args,
                command,
                environment,
                texts("expect."),
                1);
    }

    private Optional<Value> get(String key) {
        return Optional.ofNullable(values.get(key));
    }

    private static void reportReplicas(Value value, int replicas) {
        if (replicas != 1) {
            value.keyProblem("replicas other than 1 come with a later version", Optional.empty());
        }
    }

    private static void checkBelongs(String key, Value value, String engine) {
        String place = key.contains(".") ? key.substring(0, key.indexOf('.')) : key;
        List<String> engines = PlanKeys.enginesOf(place);
        if (!engines.isEmpty() && !engines.contains(engine)) {
            value.keyProblem(
                    key + " belongs to engine: " + String.join(" or ", engines)
                            + ", and this configuration has engine: " + engine,
                    Optional.empty());
        }
    }

    private Map<String, String> texts(String prefix) {
        Map<String, String> texts = new TreeMap<>();
        values.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                value.text().ifPresent(text -> texts.put(key.substring(prefix.length()), text));
            }
        });
        return texts;
    }

    private void checkSecrets(String prefix) {
        values.forEach((key, value) -> {
            if (key.startsWith(prefix)
                    && SECRET_NAME.matcher(key.substring(prefix.length())).matches()) {
                reportSecret(value, key.substring(prefix.length()));
            }
        });
    }

    private static void reportSecret(Value value, String name) {
        value.problem(name + " looks like a secret, and a plan is kept beside its results: take it out and export it"
                + " as a variable before servedyno starts, which hands its environment to the engine");
    }

    private void checkVariables() {
        values.forEach((key, value) -> {
            if (key.startsWith("env.")
                    && !VARIABLE_NAME.matcher(key.substring(4)).matches()) {
                value.keyProblem("\"" + key.substring(4) + "\" can't name an environment variable", Optional.empty());
            }
        });
    }

    private List<String> readCommand() {
        List<String> command = get("command").map(Value::words).orElse(List.of());
        if (get("command").isEmpty()) {
            layered.entry().keyProblem("engine: command needs the key \"command\"", Optional.empty());
        } else if (command.isEmpty()) {
            get("command").ifPresent(v -> v.problem("command needs at least the program to start"));
        }
        get("command").ifPresent(v -> command.forEach(word -> checkWord(v, word)));
        get("ready")
                .ifPresent(v -> v.text().ifPresent(path -> {
                    if (path.startsWith("/")) {
                        settings.put(EngineSettings.READY, path);
                    } else {
                        v.problem("ready is the path of a URL and begins with a slash, such as /health");
                    }
                }));
        return command;
    }

    private static void checkWord(Value command, String word) {
        Matcher flag = SECRET_FLAG.matcher(word);
        if (flag.matches() && SECRET_NAME.matcher(flag.group(1)).matches()) {
            reportSecret(command, word.split("=", 2)[0]);
        }
    }

    private void readAttached() {
        if (get("base-url").isEmpty()) {
            layered.entry().keyProblem("engine: attach needs the key \"base-url\"", Optional.empty());
        }
        get("base-url")
                .ifPresent(v -> v.text().ifPresent(text -> {
                    if (isHttp(text)) {
                        settings.put(EngineSettings.BASE_URL, text.replaceAll("/+$", ""));
                    } else {
                        v.problem(
                                "base-url must be an http URL such as http://127.0.0.1:8000, without a name or password in it");
                    }
                }));
    }

    private static boolean isHttp(String text) {
        try {
            URI url = new URI(text);
            return "http".equals(url.getScheme()) && url.getHost() != null && url.getUserInfo() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private void readLaunch(String engine) {
        settings.put(EngineSettings.TENSOR_PARALLEL, Integer.toString(tensorParallel(layered)));
        common.port().ifPresent(port -> settings.put(EngineSettings.PORT, Integer.toString(port)));
        List<String> prefix = get("launch.prefix").map(Value::words).orElse(List.of());
        if (!prefix.isEmpty()) {
            settings.put(EngineSettings.LAUNCH_PREFIX, String.join("\n", prefix));
        }
        get("launch.working-directory").ifPresent(v -> v.text().ifPresent(text -> putDirectory(v, text)));
        Duration timeout = get("launch.ready-timeout")
                .flatMap(v -> v.duration(LONGEST_READY_TIMEOUT))
                .orElse(engine.equals("sim") ? Defaults.SIM_READY_TIMEOUT : Defaults.READY_TIMEOUT);
        settings.put(EngineSettings.READY_TIMEOUT_SECONDS, Long.toString(Math.max(1, timeout.toSeconds())));
    }

    private void putDirectory(Value value, String text) {
        try {
            Path path = common.directory().resolve(text).normalize();
            if (Files.isDirectory(path)) {
                settings.put(EngineSettings.LAUNCH_DIRECTORY, path.toString());
            } else {
                value.problem("no folder " + path + " (paths start from the plan's folder)");
            }
        } catch (InvalidPathException e) {
            value.problem("not a path: " + e.getMessage());
        }
    }
}
