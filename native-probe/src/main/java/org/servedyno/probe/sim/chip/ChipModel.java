package org.servedyno.probe.sim.chip;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import org.servedyno.probe.gate.profile.HardwareProfile;
import org.servedyno.results.model.Reading;

/**
 * How a simulated chip answers to activity; values and sources stand in its data file.
 *
 * @param facts the product it simulates
 * @param driverVersion driver it claims
 * @param cudaDriverVersion CUDA version that driver supports
 * @param vbios VBIOS it claims
 * @param idleWatts power at rest
 * @param idleC temperature at rest
 * @param idleSmMhz SM clock at rest
 * @param idleUsedMiB memory used at rest, without the reserve
 * @param busyWatts power a resident kernel adds
 * @param smWatts power of all SMs at work
 * @param tensorWatts power of the tensor cores at peak
 * @param dramWatts power of the DRAM at peak bandwidth
 * @param celsiusPerWatt heat resistance
 * @param timeConstantSeconds of the temperature
 * @param activityCounters whether the chip counts SM, tensor and DRAM activity
 */
public record ChipModel(
        HardwareProfile facts,
        String driverVersion,
        String cudaDriverVersion,
        String vbios,
        double idleWatts,
        double idleC,
        int idleSmMhz,
        double idleUsedMiB,
        double busyWatts,
        double smWatts,
        double tensorWatts,
        double dramWatts,
        double celsiusPerWatt,
        double timeConstantSeconds,
        boolean activityCounters) {

    private static final List<String> NAMES = List.of("h100-sxm", "h200-sxm", "a100-sxm");

    /** The profiles there is simulation data for. */
    public static List<String> names() {
        return NAMES;
    }

    /** Reads the data file of that product, one of {@link #names()}. */
    public static ChipModel load(HardwareProfile facts) {
        Properties file = read(facts.id());
        return new ChipModel(
                facts,
                text(file, "driverVersion"),
                text(file, "cudaDriverVersion"),
                text(file, "vbios"),
                real(file, "idleWatts"),
                real(file, "idleC"),
                Integer.parseInt(text(file, "idleSmMhz")),
                real(file, "idleUsedMiB"),
                real(file, "busyWatts"),
                real(file, "smWatts"),
                real(file, "tensorWatts"),
                real(file, "dramWatts"),
                real(file, "celsiusPerWatt"),
                real(file, "timeConstantSeconds"),
                Boolean.parseBoolean(text(file, "activityCounters")));
    }

    private static Properties read(String name) {
        Properties file = new Properties();
        try (InputStream in = ChipModel.class.getResourceAsStream(name + ".properties")) {
            if (in == null) {
                throw new IllegalStateException("this build lacks the simulation data of " + name);
            }
            file.load(new InputStreamReader(in, StandardCharsets.UTF_8));
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("simulation data of " + name, e);
        }
    }

    private static double real(Properties file, String key) {
        return Double.parseDouble(text(file, key));
    }

    private static String text(Properties file, String key) {
        String value = file.getProperty(key);
        if (value == null) {
            throw new IllegalStateException("the simulation data lack " + key);
        }
        return value.trim();
    }

    /** The power limit in force: the lowest default the product is sold with. */
    public double powerLimitWatts() {
        return Collections.min(known(facts.powerDefaultWatts()));
    }

    /** Highest SM clock. */
    public int smMaxMhz() {
        return known(facts.clocks().smMaxMhz());
    }

    /** All memory. */
    public double memoryTotalMiB() {
        return known(facts.memory().totalMiB());
    }

    /** Memory that the driver keeps. */
    public double memoryReservedMiB() {
        return known(facts.memory().reservedMiB());
    }

    /** NVLinks of one GPU. */
    public int nvlinks() {
        return known(facts.nvlink().links());
    }

    /** Temperature above which the hardware slows the chip down. */
    public int slowdownC() {
        return known(facts.thermals().slowdownC());
    }

    private <T> T known(Reading<T> fact) {
        return fact.toOptional()
                .orElseThrow(() -> new IllegalStateException("a " + facts.id() + " can't be simulated: "
                        + fact.absentReason().orElse("")));
    }
}
