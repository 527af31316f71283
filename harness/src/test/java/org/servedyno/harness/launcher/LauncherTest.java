package org.servedyno.harness.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.harness.launcher.LauncherBench.Outcome;

class LauncherTest {
    @TempDir
    private Path temporary;

    private Path folder;
    private LauncherBench bench;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectories(temporary.toRealPath().resolve("my own tools"));
        bench = new LauncherBench(folder);
    }

    @Test
    void through_symlinks_and_spaces_it_finds_its_jars() throws IOException {
        Path script = bench.distribution("servedyno 1.0");
        Path near = Files.createSymbolicLink(folder.resolve("near"), folder.relativize(script));
        Path far = Files.createSymbolicLink(
                Files.createDirectories(folder.resolve("a/b")).resolve("far"), near);
        Outcome outcome = bench.run(
                far, Map.of("SERVEDYNO_JAVA", bench.jdk("jdk 17", "17.0.15").toString()), "demo");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out())
                .contains("[-cp]\n[" + folder.resolve("servedyno 1.0/lib")
                        + "/*]\n[org.servedyno.harness.cli.Main]\n[demo]");
    }

    @Test
    void arguments_arrive_as_they_were_and_options_are_split() throws IOException {
        Path script = bench.distribution("dist");
        Map<String, String> environment = Map.of(
                "SERVEDYNO_JAVA",
                bench.jdk("jdk", "21").resolve("bin/java").toString(),
                "SERVEDYNO_JAVA_OPTS",
                "-Xmx1g -Da=b");
        Outcome outcome = bench.run(script, environment, "run", "my plan.yaml", "", "*");
        assertThat(outcome.out())
                .contains("[-Xmx1g]\n[-Da=b]\n")
                .endsWith("[run]\n[my plan.yaml]\n[]\n[*]\n")
                .contains("tracking=true")
                .doesNotContain("native-access");
    }

    @Test
    void java_takes_the_launchers_place_so_that_signals_reach_it() throws IOException {
        Path script = bench.distribution("dist");
        Outcome outcome = bench.run(
                script, Map.of("SERVEDYNO_JAVA", bench.jdk("jdk", "17").toString()));
        assertThat(outcome.out()).startsWith("pid=" + outcome.pid() + "\n");
    }

    @Test
    void a_newer_java_is_given_leave_to_load_native_libraries() throws IOException {
        Path script = bench.distribution("dist");
        Outcome outcome = bench.run(
                script, Map.of("SERVEDYNO_JAVA", bench.jdk("jdk", "25.0.1").toString()));
        assertThat(outcome.out()).contains("[--enable-native-access=ALL-UNNAMED]");
    }

    @Test
    void an_old_java_named_by_the_user_is_refused_and_not_replaced() throws IOException {
        Path script = bench.distribution("dist");
        Path old = bench.jdk("old", "11.0.2");
        Outcome outcome = bench.run(script, Map.of("SERVEDYNO_JAVA", old.toString()));
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .contains("needs a JDK 17 or later and found none")
                .contains(old + "/bin/java (SERVEDYNO_JAVA): version 11, too old");
    }

    @Test
    void with_old_javas_only_it_lists_all_it_looked_at() throws IOException {
        Path script = bench.distribution("dist");
        Files.writeString(
                script,
                Files.readString(script)
                        .replace(
                                "/usr/lib/jvm", folder.resolve("jvm").toString().replace(" ", "\\ "))
                        .replace("/usr/java/*", "")
                        .replace("/opt/java/* /opt/jdk*", ""));
        Path home = bench.jdk("eight", "1.8.0_392");
        Path onPath = bench.jdk("nine", "9");
        Path common = bench.jdk("jvm/ten", "10.0.2");
        Map<String, String> environment = Map.of(
                "JAVA_HOME", home.toString(),
                "PATH", onPath.resolve("bin") + ":/usr/bin:/bin",
                "HOME", folder.toString());
        Outcome outcome = bench.run(script, environment);
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err())
                .contains(home + "/bin/java (JAVA_HOME): version 8, too old")
                .contains(onPath + "/bin/java (PATH): version 9, too old")
                .contains(common + "/bin/java (common place): version 10, too old")
                .contains("SERVEDYNO_JAVA or JAVA_HOME");
    }

    @Test
    void an_old_java_home_is_passed_over_for_a_good_java_on_the_path() throws IOException {
        Path script = bench.distribution("dist");
        Map<String, String> environment = Map.of(
                "JAVA_HOME",
                bench.jdk("old", "11.0.2").toString(),
                "PATH",
                bench.jdk("new", "17.0.1").resolve("bin") + ":/usr/bin:/bin");
        Outcome outcome = bench.run(script, environment, "--version");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).endsWith("[--version]\n");
    }

    @Test
    void a_java_without_a_release_file_is_asked_for_its_version() throws IOException {
        Path script = bench.distribution("dist");
        Path java = folder.resolve("java");
        LauncherBench.executable(
                java, "[ \"$1\" = -version ] && echo 'openjdk version \"17.0.9\" 2023-10-17' >&2 || echo started\n");
        Outcome outcome = bench.run(script, Map.of("SERVEDYNO_JAVA", java.toString()));
        assertThat(outcome.out()).isEqualTo("started\n");
    }
}
