package org.servedyno.harness.cli.trace;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.servedyno.harness.process.system.ShortCommand;

/**
 * Hears SIGINT and SIGTERM in the place of the JVM, which would end at once. Java has no such thing of its own; {@code sun.misc.Signal} is
 * open to all, but the compiler warns of its name, so it is called by reflection. Where it is missing signals do what they always do.
 */
public final class SignalRelay implements AutoCloseable {
    /** SIGINT by its name. */
    public static final String INTERRUPT = "INT";

    private static final List<String> HEARD = List.of(INTERRUPT, "TERM");
    /** Places in {@code /proc/self/stat} behind the name, as proc(5) has them. */
    private static final int GROUP = 2;

    private static final int FOREGROUND_GROUP = 5;
    private static final int FIELDS = 7;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final List<Runnable> restore = new ArrayList<>();

    private SignalRelay() {}

    /**
     * Hears until closed.
     *
     * @param heard takes the name of each signal, {@code INT} or {@code TERM}, on a thread of the JVM
     */
    public static SignalRelay hear(Consumer<String> heard) {
        SignalRelay relay = new SignalRelay();
        for (String name : HEARD) {
            try {
                relay.handle(name, heard);
            } catch (ReflectiveOperationException unheard) {
                // Without it, or with a JVM told to leave signals alone (-Xrs), the signal ends this process as ever.
            }
        }
        return relay;
    }

    private void handle(String name, Consumer<String> heard) throws ReflectiveOperationException {
        Class<?> signalType = Class.forName("sun.misc.Signal");
        Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
        Object signal = signalType.getConstructor(String.class).newInstance(name);
        InvocationHandler body = (proxy, method, arguments) -> switch (method.getName()) {
            case "handle" -> {
                heard.accept(name);
                yield null;
            }
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == arguments[0];
            default -> "relay of " + name;
        };
        Object ours = Proxy.newProxyInstance(SignalRelay.class.getClassLoader(), new Class<?>[] {handlerType}, body);
        var install = signalType.getMethod("handle", signalType, handlerType);
        Object before = install.invoke(null, signal, ours);
        restore.add(() -> {
            try {
                install.invoke(null, signal, before);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("a handler that could be set can be set back", e);
            }
        });
    }

    /**
     * Whether the terminal sends Ctrl-C to this process's group, and so to a command in it as well: passing it on would send it twice.
     */
    public static boolean terminalSendsInterrupts() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", FIELDS);
            return fields[GROUP].equals(fields[FOREGROUND_GROUP]);
        } catch (IOException noProc) {
            return false; // Rather twice than never.
        }
    }

    /** Sends a signal to one process. */
    public static void send(String name, ProcessHandle process) {
        try {
            ShortCommand.run(
                    List.of("sh", "-c", "kill -s \"$0\" \"$1\"", name, Long.toString(process.pid())), PATIENCE);
        } catch (IOException noShell) {
            process.destroy();
        }
    }

    @Override
    public void close() {
        restore.forEach(Runnable::run);
        restore.clear();
    }
}
