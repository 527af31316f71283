package org.servedyno.harness.process.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.servedyno.results.model.Reading;

/** Says which processes listen on a port. They are only looked at, never touched. */
public final class PortOwner {
    private static final Path PROC = Path.of("/proc");
    private static final String LISTENING = "0A";
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private PortOwner() {}

    /** Who holds a port that is taken, for people. */
    public static String describe(int port) {
        Reading<List<LivingProcess>> owners = of(port);
        return owners.toOptional()
                .flatMap(list -> list.stream().map(LivingProcess::toString).findFirst())
                .orElse("a process that can't be named ("
                        + owners.absentReason().orElse("it holds the port without listening") + ")");
    }

    /**
     * The processes that listen on the TCP port, on whatever address. A listening socket may be shared by several.
     *
     * @return empty when nobody listens; absent, with the reason, when somebody does whose process is not visible to us, or the system
     *     has no {@code /proc}
     */
    public static Reading<List<LivingProcess>> of(int port) {
        if (!ProcTable.exists()) {
            return Reading.absent("this system does not show which process listens on a port (no /proc)");
        }
        Set<String> sockets = listeningSockets(port);
        if (sockets.isEmpty()) {
            return Reading.of(List.of());
        }
        Map<Long, LivingProcess> owners = new TreeMap<>();
        ProcTable table = new ProcTable();
        SecretMask mask = SecretMask.of(Map.of());
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (holdsOne(process, sockets)) {
                    long pid = Long.parseLong(process.getFileName().toString());
                    String words = String.join(
                            " ", mask.command(List.of(table.commandLine(pid).split(" ", -1))));
                    owners.put(pid, new LivingProcess(pid, words));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return Reading.absent("/proc can't be listed: " + e.getMessage());
        }
        return owners.isEmpty()
                ? Reading.absent("somebody listens, but the process belongs to another user or container")
                : Reading.of(List.copyOf(owners.values()));
    }

    private static Set<String> listeningSockets(int port) {
        Set<String> sockets = new HashSet<>();
        for (String file : List.of("net/tcp", "net/tcp6")) {
            try (Stream<String> lines = Files.lines(PROC.resolve(file), StandardCharsets.US_ASCII)) {
                lines.skip(1)
                        .map(line -> line.trim().split("\\s+", -1))
                        .filter(fields -> fields.length > INODE && fields[STATE].equals(LISTENING))
                        .filter(fields -> localPort(fields[LOCAL_ADDRESS]) == port)
                        .forEach(fields -> sockets.add("socket:[" + fields[INODE] + "]"));
            } catch (IOException | UncheckedIOException noSuchProtocol) {
                // A kernel without IPv6 has no tcp6; nobody can listen there.
            }
        }
        return sockets;
    }

    private static int localPort(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), 16);
    }

    private static boolean holdsOne(Path process, Set<String> sockets) {
        List<Path> descriptors = new ArrayList<>();
        try (DirectoryStream<Path> links = Files.newDirectoryStream(process.resolve("fd"))) {
            links.forEach(descriptors::add);
        } catch (IOException | DirectoryIteratorException notOursOrGone) {
            return false;
        }
        return descriptors.stream().anyMatch(link -> sockets.contains(target(link)));
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }
}
