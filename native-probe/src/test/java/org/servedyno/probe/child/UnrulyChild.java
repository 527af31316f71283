package org.servedyno.probe.child;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A child that behaves as its first argument says. */
final class UnrulyChild {
    private UnrulyChild() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "exit-42" -> {
                System.err.println("this is why");
                System.exit(42);
            }
            case "deaf" -> {
                System.out.println("{\"event\":\"ready\"}");
                TimeUnit.MINUTES.sleep(5);
            }
            case "flood" -> flood();
            case "half-line" -> {
                System.out.println("{\"event\":\"whole\",\"n\":1}");
                System.out.println("not an event");
                System.out.print("{\"event\":\"ha");
            }
            case "echo" -> echo();
            case "temp" -> {
                Path temp = Path.of(System.getProperty("java.io.tmpdir"));
                Files.writeString(temp.resolve("left-over"), "x", StandardCharsets.UTF_8);
                ChildConsole.open().emit("temp", Map.of("folder", temp.toString()));
            }
            case "parent" -> parent();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void flood() {
        for (int i = 0; i < 50_000; i++) {
            System.err.println(String.format(Locale.ROOT, "line %d %s", i, "x".repeat(100)));
        }
        System.out.println("{\"event\":\"done\"}");
    }

    private static void echo() throws InterruptedException {
        ChildConsole console = ChildConsole.open();
        System.out.println("a stray print");
        console.emit("ready", Map.of("folder", System.getProperty("java.io.tmpdir")));
        while (!console.stdinEnded()) {
            Optional<String> command = console.nextCommand(Duration.ofSeconds(1));
            command.ifPresent(text -> console.emit("heard", Map.of("text", text)));
        }
        console.emit("end", Map.of());
    }

    /** A parent with a child of its own, which then waits to be killed. */
    private static void parent() throws IOException, InterruptedException {
        ChildConsole console = ChildConsole.open();
        ChildJvm child = ChildJvm.start(ChildSpec.of("grandchild", UnrulyChild.class, "echo"));
        ChildEvent ready = child.next(Duration.ofSeconds(20)).orElseThrow();
        String folder = ready.body().get("folder").textValue();
        console.emit("grandchild", Map.of("pid", child.pid(), "folder", folder));
        console.awaitStdinEnd(Duration.ofMinutes(5));
        child.close();
    }
}
