package org.servedyno.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.harness.process.system.ProcessTable;
import org.servedyno.harness.process.system.SecretMask;

@EnabledOnOs(OS.LINUX)
@Timeout(value = 90, unit = TimeUnit.SECONDS)
final class HarnessKilledTest {
    @TempDir
    private Path folder;

    @TempDir
    private Path temporary;

    @Test
    void when_the_harness_is_killed_by_sigkill_the_guard_stops_the_whole_group() throws Exception {
        String marker = UUID.randomUUID().toString();
        Process harness = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OrphanedHarness.class.getName(),
                        folder.toString(),
                        marker)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(harness.getInputStream(), StandardCharsets.UTF_8))) {
            long session = Long.parseLong(out.readLine());
            GroupMembers members = new GroupMembers(
                    ProcessTable.ofThisSystem(), session, marker, "no guard", SecretMask.of(java.util.Map.of()));
            assertThat(members.find()).hasSizeGreaterThanOrEqualTo(3);

            harness.destroyForcibly().waitFor();

            awaitEmpty(members);
            awaitNoScratch();
        } finally {
            harness.destroyForcibly();
        }
    }

    private static void awaitEmpty(GroupMembers members) throws InterruptedException {
        long deadlineNs = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!members.find().isEmpty()) {
            assertThat(System.nanoTime())
                    .as("members left: %s", members.describe(members.find()))
                    .isLessThan(deadlineNs);
            Thread.sleep(100);
        }
    }

    private void awaitNoScratch() throws Exception {
        long deadlineNs = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!scratch().isEmpty()) {
            assertThat(System.nanoTime()).as("left: %s", scratch()).isLessThan(deadlineNs);
            Thread.sleep(100);
        }
    }

    private List<Path> scratch() throws Exception {
        try (Stream<Path> entries = Files.list(temporary)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith("servedyno-"))
                    .toList();
        }
    }
}
