package org.servedyno.probe.conformance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * How a process that ran the checks over a library ended.
 *
 * @param exitCode 0 when all holds, 1 when something does not, above 128 when the library took the process along
 * @param output what it said
 */
public record ConformanceProcess(int exitCode, String output) {
    private static final int LIMIT_S = 120;

    /**
     * Runs it; one that hangs is killed.
     *
     * @param folder where it may leave files
     */
    public static ConformanceProcess over(Path library, Path folder) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(
                        java, "-cp", classPath, ConformanceMain.class.getName(), library.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        return new ConformanceProcess(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }
}
