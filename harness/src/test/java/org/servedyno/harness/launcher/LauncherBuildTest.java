package org.servedyno.harness.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.harness.launcher.LauncherBench.Outcome;

/** The launcher beside a source tree; the Maven it calls only pretends to build. */
class LauncherBuildTest {
    @TempDir
    private Path temporary;

    private LauncherBench bench;
    private Path script;
    private Path root;
    private Map<String, String> environment;

    @BeforeEach
    void makeCheckout() throws IOException {
        bench = new LauncherBench(temporary.toRealPath());
        script = bench.checkout("source tree", LauncherBench.MAVEN_THAT_BUILDS);
        root = Objects.requireNonNull(script.getParent());
        // A checkout is older than a moment: files written just now would count as changed during the build.
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.toList()) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
            }
        }
        environment = Map.of("SERVEDYNO_JAVA", bench.jdk("jdk", "17").toString());
    }

    private List<String> builds() throws IOException {
        Path log = root.resolve("builds.txt");
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    private List<Path> apps() throws IOException {
        try (Stream<Path> inTarget = Files.list(root.resolve("target"))) {
            return inTarget.filter(p -> p.getFileName().toString().startsWith("app-"))
                    .toList();
        }
    }

    private void touchSource() throws IOException {
        Files.writeString(root.resolve("harness/src/main/java/New.java"), "class New {}");
        Files.setLastModifiedTime(
                root.resolve("harness/src/main/java/New.java"),
                FileTime.from(Instant.now().plusSeconds(1)));
    }

    @Test
    void the_first_start_builds_without_tests_and_says_so_in_one_line() throws IOException {
        Outcome first = bench.run(script, environment, "demo");
        assertThat(first.exitCode()).isZero();
        assertThat(first.err()).startsWith("servedyno: first use; building").hasLineCount(1);
        assertThat(first.out()).endsWith("[demo]\n");
        assertThat(builds()).containsExactly("-q -Dquick -Dmaven.test.skip=true package");
    }

    @Test
    void the_next_start_builds_only_after_a_change() throws IOException {
        bench.run(script, environment);
        Outcome second = bench.run(script, environment);
        assertThat(second.err()).isEmpty();
        assertThat(builds()).hasSize(1);
        touchSource();
        Outcome third = bench.run(script, environment);
        assertThat(third.err())
                .startsWith("servedyno: the source has changed; building")
                .hasLineCount(1);
        assertThat(builds()).hasSize(2);
    }

    @Test
    void a_running_study_keeps_the_jars_it_was_started_with() throws IOException, InterruptedException {
        Path jdk = bench.jdk("lasting", "17");
        LauncherBench.executable(jdk.resolve("bin/java"), "echo up\nread line\n");
        Process study = bench.start(script, Map.of("SERVEDYNO_JAVA", jdk.toString()));
        try {
            assertThat(study.getInputStream().read()).isEqualTo('u');
            List<Path> inUse = apps();
            touchSource();
            bench.run(script, environment);
            assertThat(apps()).hasSize(2).containsAll(inUse);
            study.getOutputStream().close();
            assertThat(study.waitFor(30, TimeUnit.SECONDS)).isTrue();
            Files.setLastModifiedTime(
                    root.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(2)));
            bench.run(script, environment);
            assertThat(apps()).doesNotContainAnyElementsOf(inUse);
        } finally {
            study.destroyForcibly();
        }
    }

    @Test
    void starts_at_the_same_moment_build_once() throws IOException, InterruptedException {
        List<Process> starts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            starts.add(bench.start(script, environment));
        }
        for (Process start : starts) {
            assertThat(start.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(start.exitValue()).isZero();
        }
        assertThat(builds()).hasSize(1);
        assertThat(root.resolve("target/build.lock")).doesNotExist();
    }

    @Test
    void a_lock_whose_holder_is_gone_does_not_hold() throws IOException {
        Files.createDirectories(root.resolve("target"));
        Files.createSymbolicLink(root.resolve("target/build.lock"), Path.of("999999999"));
        assertThat(bench.run(script, environment).exitCode()).isZero();
        assertThat(builds()).hasSize(1);
    }

    @Test
    void a_build_that_fails_is_named_and_tried_again_next_time() throws IOException {
        LauncherBench.executable(root.resolve("mvnw"), "echo broken source\nexit 1\n");
        Outcome failed = bench.run(script, environment);
        assertThat(failed.exitCode()).isEqualTo(3);
        assertThat(failed.out()).isEmpty();
        assertThat(failed.err()).contains("broken source").contains("the build failed");
        LauncherBench.executable(root.resolve("mvnw"), LauncherBench.MAVEN_THAT_BUILDS);
        assertThat(bench.run(script, environment).exitCode()).isZero();
    }

    @Test
    void without_a_compiler_it_says_that_a_jre_does_not_build() throws IOException {
        Path jre = bench.jdk("jre", "17");
        Files.delete(jre.resolve("bin/javac"));
        Outcome outcome = bench.run(script, Map.of("SERVEDYNO_JAVA", jre.toString()));
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).contains("no compiler (javac)");
    }
}
