package org.servedyno.harness.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The product's version, written into the jar by the build. */
public final class Version implements IVersionProvider {
    private static final String RESOURCE = "/org/servedyno/harness/cli/version.properties";

    /** For example {@code 0.1.0-SNAPSHOT}. */
    public static String number() {
        try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the build left out " + RESOURCE);
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            "servedyno " + number(), "JDK " + Runtime.version() + " (" + System.getProperty("java.home") + ")"
        };
    }
}
