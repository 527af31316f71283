package org.servedyno.harness.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.harness.cli.Main;

/** The command line cut off in the middle of a study, as a user or a machine would. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class StudyCutOffTest {
    private static final String PLAN = """
            study: cut
            model: Qwen/Qwen3-0.6B
            workloads:
              short: { dataset: random, input: 24, output: 24, prompts: 16, seed: 1 }
            configurations:
              a: { engine: sim, start-seconds: 0.1 }
              b: { engine: sim, profile: sglang, start-seconds: 0.1 }
            discipline: { blocks: 2, warmup: { passes: 1, until: passes }, passes: 1, seed: 5 }
            """;

    @TempDir
    Path folder;

    @Test
    void a_harness_killed_by_sigkill_leaves_no_process_and_its_study_resumes_to_the_same_trial_set() throws Exception {
        Process killed = run(
                "run", plan().toString(), "--runs-dir", folder.resolve("runs").toString());
        Path run = awaitJournal("\"trial-ended\"");
        awaitJournal(run, "\"trial-started\"", 2);

        killed.destroyForcibly().waitFor();
        awaitNoProcessOf(run);
        Process resumed = run("run", "--resume", run.toString());

        assertThat(resumed.waitFor()).as(output()).isZero();
        assertThat(trials(run)).containsExactly("1-a-1", "1-b-1", "2-a-1", "2-b-1");
        assertThat(run.resolve("report.html")).exists();
        awaitNoProcessOf(run);
    }

    @Test
    void ctrl_c_stops_the_engine_reports_what_was_measured_names_the_resume_command_and_exits_130() throws Exception {
        Process interrupted = run(
                "run", plan().toString(), "--runs-dir", folder.resolve("runs").toString());
        Path run = awaitJournal("\"trial-ended\"");
        awaitJournal(run, "\"trial-started\"", 2);

        new ProcessBuilder("kill", "-INT", Long.toString(interrupted.pid()))
                .start()
                .waitFor();

        assertThat(interrupted.waitFor()).as(output()).isEqualTo(130);
        assertThat(output()).contains("servedyno run --resume " + run);
        assertThat(run.resolve("report.html")).exists();
        awaitNoProcessOf(run);
    }

    private Path plan() throws IOException {
        return Files.writeString(folder.resolve("plan.yaml"), PLAN);
    }

    private Process run(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(Arrays.asList(arguments));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("output.txt").toFile()))
                .start();
    }

    private String output() throws IOException {
        return Files.readString(folder.resolve("output.txt"), StandardCharsets.UTF_8);
    }

    private Path awaitJournal(String words) throws Exception {
        Path runs = folder.resolve("runs");
        await(() -> Files.isDirectory(runs) && count(runs) == 1, "no run directory");
        try (Stream<Path> found = Files.list(runs)) {
            Path run = found.findFirst().orElseThrow();
            awaitJournal(run, words, 1);
            return run;
        }
    }

    private void awaitJournal(Path run, String words, int times) throws Exception {
        Path journal = run.resolve("journal.ndjson");
        await(
                () -> Files.exists(journal)
                        && Files.readAllLines(journal).stream()
                                        .filter(line -> line.contains(words))
                                        .count()
                                >= times,
                "the journal never held " + words);
    }

    /** No engine, guard, load generator or recorder of the run lives: each of them has the run's folder on its command line. */
    private static void awaitNoProcessOf(Path run) throws Exception {
        await(
                () -> ProcessHandle.allProcesses()
                        .filter(process ->
                                process.pid() != ProcessHandle.current().pid())
                        .noneMatch(process -> process.info()
                                .commandLine()
                                .filter(line -> line.contains(run.toString()))
                                .isPresent()),
                "processes of the run are left over");
    }

    private static List<String> trials(Path run) throws IOException {
        try (Stream<Path> folders = Files.list(run.resolve("trials"))) {
            return folders.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private static long count(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.count();
        }
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition, String otherwise) throws Exception {
        long endNs = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as(otherwise).isLessThan(endNs);
            Thread.sleep(50);
        }
    }
}
