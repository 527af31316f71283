package org.servedyno.bench.sim.model;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The models, chips and engine profiles that the simulated engine knows, read from the data files beside this class. */
public final class Catalog {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private final List<ModelShape> models;
    private final List<Chip> chips;
    private final List<EngineProfile> profiles;

    private Catalog(List<ModelShape> models, List<Chip> chips, List<EngineProfile> profiles) {
        this.models = List.copyOf(models);
        this.chips = List.copyOf(chips);
        this.profiles = List.copyOf(profiles);
    }

    /** Sources first, as plain sentences, then the entries. */
    private record ModelFile(List<String> sources, List<ModelShape> entries) {}

    private record ChipFile(List<String> sources, List<Chip> entries) {}

    private record ProfileFile(List<String> sources, List<EngineProfile> entries) {}

    /** The bundled data. */
    public static Catalog bundled() {
        return new Catalog(
                read("models.json", ModelFile.class).entries(),
                read("chips.json", ChipFile.class).entries(),
                read("profiles.json", ProfileFile.class).entries());
    }

    /**
     * The shape of a model by its published name; case, the organization before the slash and a trailing precision ({@code -FP8}) are of no
     * account.
     *
     * @throws UnknownNameException naming what is known
     */
    public ModelShape model(String name) {
        String wanted = bareModelName(name);
        return models.stream()
                .filter(shape -> bareModelName(shape.name()).equals(wanted))
                .findFirst()
                .orElseThrow(() -> new UnknownNameException("model", name, names(models, ModelShape::name)));
    }

    /**
     * A chip by its name.
     *
     * @throws UnknownNameException naming what is known
     */
    public Chip chip(String name) {
        return find(chips, Chip::name, name)
                .orElseThrow(() -> new UnknownNameException("chip", name, names(chips, Chip::name)));
    }

    /**
     * An engine profile by its name.
     *
     * @throws UnknownNameException naming what is known
     */
    public EngineProfile profile(String name) {
        return find(profiles, EngineProfile::name, name)
                .orElseThrow(() -> new UnknownNameException("profile", name, names(profiles, EngineProfile::name)));
    }

    public List<ModelShape> models() {
        return models;
    }

    public List<Chip> chips() {
        return chips;
    }

    public List<EngineProfile> profiles() {
        return profiles;
    }

    /** The precision a model's name promises: {@code -FP8} at its end, else bf16. */
    public static Precision precisionInName(String modelName) {
        return modelName.toLowerCase(Locale.ROOT).endsWith("-fp8") ? Precision.FP8 : Precision.BF16;
    }

    private static String bareModelName(String name) {
        String bare = name.substring(name.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return bare.endsWith("-fp8") ? bare.substring(0, bare.length() - "-fp8".length()) : bare;
    }

    private static <T> Optional<T> find(List<T> entries, Function<T, String> nameOf, String name) {
        return entries.stream()
                .filter(entry -> nameOf.apply(entry).equalsIgnoreCase(name))
                .findFirst();
    }

    private static <T> String names(List<T> entries, Function<T, String> nameOf) {
        return entries.stream().map(nameOf).collect(Collectors.joining(", "));
    }

    private static <T> T read(String file, Class<T> type) {
        try (InputStream in = Catalog.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the build left out " + file);
            }
            return JSON.readValue(in, type);
        } catch (IOException e) {
            throw new UncheckedIOException("the bundled " + file + " can't be read", e);
        }
    }

    /** A name the catalog does not hold; a mistake of the user. */
    public static final class UnknownNameException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        UnknownNameException(String kind, String name, String known) {
            super("the simulated engine knows no " + kind + " '" + name + "'; it knows " + known);
        }
    }
}
