package org.servedyno.probe.cuda;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.servedyno.probe.child.ChildExit;
import org.servedyno.results.model.gpu.CudaInventory.Fault;
import org.servedyno.results.model.gpu.CudaInventory.Fault.Kind;

/** What the end of the process that asked the driver means. */
final class ProcessFaults {
    private static final int SIGNALS = 128;
    private static final int LAST_LINES = 5;
    private static final String CHILD = "a process of its own that loads it";

    private ProcessFaults() {}

    static Fault notStarted(CudaRequest request, String reason) {
        return new Fault(
                Kind.NOT_STARTED,
                List.of(request.libraryName(), CHILD),
                reason,
                "check free memory, processes and space in the temporary folder, or use --no-cuda");
    }

    static Fault hung(CudaRequest request, Duration waited, boolean gone) {
        return new Fault(
                Kind.HUNG,
                List.of(request.libraryName(), CHILD),
                String.format(
                        Locale.ROOT,
                        "the driver did not answer within %.1f s; the process %s",
                        waited.toMillis() / 1e3,
                        gone ? "was killed" : "hangs in the kernel and cannot even be killed"),
                "look for Xid messages in dmesg; a GPU that hangs needs a reset or a reboot");
    }

    static Fault crashed(CudaRequest request, ChildExit exit) {
        return new Fault(
                Kind.CRASHED,
                List.of(request.libraryName(), CHILD),
                "the process ended by " + cause(exit.code()) + " before it had answered" + lastWords(exit.tail()),
                "check that the library fits the kernel module (cat /proc/driver/nvidia/version), or name another with --cuda");
    }

    static Fault unreadable(CudaRequest request, String reason) {
        return new Fault(
                Kind.CRASHED,
                List.of(request.libraryName(), CHILD),
                "the process's answer cannot be read: "
                        + reason.lines().findFirst().orElse("no reason given"),
                "check that the library is the driver's: something prints to standard output");
    }

    private static String cause(int code) {
        return code > SIGNALS ? "signal " + (code - SIGNALS) : "exit code " + code;
    }

    private static String lastWords(String tail) {
        List<String> lines = tail.lines().filter(line -> !line.isBlank()).toList();
        String last = lines.stream()
                .skip(Math.max(0, lines.size() - LAST_LINES))
                .map(String::strip)
                .collect(Collectors.joining(" / "));
        return last.isEmpty() ? "" : "; its last words: " + last;
    }
}
