package org.servedyno.bench.tokenizer;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where DJL unpacks its native library, and the settings that keep it from calling out: it reports its use unless told not to, and
 * looks for a CUDA build of the library on the network when it sees a GPU. Settings already made by the user stay.
 */
final class NativeTokenizerHome {
    private NativeTokenizerHome() {}

    static void prepare() {
        set("OPT_OUT_TRACKING", "true");
        set("ai.djl.offline", "true");
        set("RUST_FLAVOR", "cpu");
        set("ENGINE_CACHE_DIR", cache(System.getenv()).resolve("native").toString());
    }

    private static void set(String key, String value) {
        if (System.getProperty(key) == null) {
            System.setProperty(key, value);
        }
    }

    /** {@code SERVEDYNO_CACHE}, else {@code $XDG_CACHE_HOME/servedyno}, else {@code ~/.cache/servedyno}. */
    static Path cache(Map<String, String> environment) {
        return setting(environment, "SERVEDYNO_CACHE")
                .map(Path::of)
                .or(() -> setting(environment, "XDG_CACHE_HOME").map(d -> Path.of(d, "servedyno")))
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache", "servedyno"))
                .toAbsolutePath();
    }

    private static Optional<String> setting(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }
}
