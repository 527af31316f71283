package org.servedyno.probe.cuda;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.servedyno.probe.child.ChildEvent;
import org.servedyno.probe.child.ChildExit;
import org.servedyno.probe.child.ChildJvm;
import org.servedyno.probe.child.ChildSpec;
import org.servedyno.probe.child.SurvivingChildException;
import org.servedyno.probe.cuda.driver.DriverLibrary;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.CudaInventory.Deep;
import org.servedyno.results.model.gpu.CudaInventory.Fault;
import org.servedyno.results.model.gpu.CudaInventory.Fault.Kind;
import org.servedyno.results.store.Json;

/**
 * Asks CUDA's driver in a process of its own, so that nothing of the driver, its contexts least of all, is left in ours or on a GPU, and
 * so that a driver that crashes or hangs takes nothing along. Whatever goes wrong is a fault in the inventory.
 */
public final class CudaProbe {
    /** Often enough to see a load of a second, seldom enough to leave the driver alone. */
    private static final Duration LOOK = Duration.ofMillis(50);

    private static final Duration GRACE = Duration.ofSeconds(5);

    private final CudaRequest request;
    private final SmClockWatch watch;
    private Optional<CudaInventory> known = Optional.empty();
    private boolean whole;

    private CudaProbe(CudaRequest request, SmClockWatch watch) {
        this.request = request;
        this.watch = watch;
    }

    /**
     * Asks, and asks again as the request says while the fabric is not ready. When this returns, the process is gone.
     *
     * @param watch sees the clocks while a GPU is kept busy
     * @throws InterruptedException when interrupted; the process is gone then as well
     */
    public static CudaInventory read(CudaRequest request, SmClockWatch watch) throws InterruptedException {
        CudaInventory inventory = new CudaProbe(request, watch).ask();
        int asked = 1;
        for (Duration wait : request.retryAfter()) {
            if (!fabricNotReady(inventory)) {
                return inventory;
            }
            TimeUnit.MILLISECONDS.sleep(wait.toMillis());
            // In a new process: nobody says that the driver looks again after its first answer.
            inventory = new CudaProbe(request, watch).ask();
            asked++;
        }
        return asked > 1 && fabricNotReady(inventory) ? withAttempts(inventory, asked) : inventory;
    }

    private static boolean fabricNotReady(CudaInventory inventory) {
        return inventory.fault().map(Fault::kind).equals(Optional.of(Kind.FABRIC_NOT_READY));
    }

    private static CudaInventory withAttempts(CudaInventory inventory, int asked) {
        Fault fault = inventory.fault().orElseThrow();
        return inventory.withFault(
                new Fault(fault.kind(), fault.tried(), fault.seen() + ", " + asked + " times", fault.nextStep()));
    }

    private CudaInventory ask() throws InterruptedException {
        ChildJvm child;
        try {
            child = ChildJvm.start(spec());
        } catch (IOException e) {
            return withFault(ProcessFaults.notStarted(request, String.valueOf(e.getMessage())));
        }
        long startNs = System.nanoTime();
        try {
            boolean inTime = hear(child, startNs);
            ChildExit exit = child.stop(inTime ? GRACE : Duration.ZERO);
            if (whole) {
                return watched(known.orElseGet(() -> nothingKnown("the process said nothing")));
            }
            return withFault(
                    inTime ? ProcessFaults.crashed(request, exit) : ProcessFaults.hung(request, since(startNs), true));
        } catch (SurvivingChildException e) {
            return withFault(ProcessFaults.hung(request, since(startNs), false));
        } catch (IOException e) {
            child.close();
            return withFault(ProcessFaults.unreadable(request, String.valueOf(e.getMessage())));
        } catch (InterruptedException e) {
            child.close();
            throw e;
        }
    }

    private static Duration since(long startNs) {
        return Duration.ofNanos(System.nanoTime() - startNs);
    }

    private ChildSpec spec() {
        List<String> arguments = new ArrayList<>();
        request.library().ifPresent(path -> arguments.add(CudaProbeMain.LIBRARY + path.toAbsolutePath()));
        if (request.deep()) {
            arguments.add(CudaProbeMain.DEEP);
        }
        return new ChildSpec(
                "CUDA probe",
                CudaProbeMain.class.getName(),
                // A crash of the driver's is told by the exit code and on stdout; it leaves no files behind.
                List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=/dev/null"),
                arguments,
                // Bound at load, a missing function is an error that can be caught; bound at its first call, it ends
                // the process.
                List.of("env", "LD_BIND_NOW=1"),
                Path.of(""));
    }

    /** Hears the child until it has said all or has ended; false when it took too long. */
    private boolean hear(ChildJvm child, long startNs) throws InterruptedException, IOException {
        while (!whole && !child.ended()) {
            if (since(startNs).compareTo(limit()) > 0) {
                return false;
            }
            Optional<ChildEvent> event = child.next(LOOK);
            if (event.isPresent()) {
                hear(event.get());
            }
            watch.look();
        }
        return true;
    }

    private Duration limit() {
        int devices = known.map(inventory -> inventory.devices().size()).orElse(0);
        return request.deep() ? request.limit().plus(request.deepLimit().multipliedBy(devices)) : request.limit();
    }

    private void hear(ChildEvent event) throws IOException {
        switch (event.name()) {
            case "inventory" -> known = Optional.of(Json.value(event.body().path("cuda"), CudaInventory.class));
            case "busy" ->
                known.ifPresent(
                        inventory -> watch.busy(event.body().path("ordinal").intValue(), inventory));
            case "idle" -> watch.idle();
            case "end" -> whole = true;
            default -> {
                // Not ours: a library may print what it likes.
            }
        }
    }

    private CudaInventory withFault(Fault fault) {
        return watched(known.orElseGet(() -> nothingKnown(fault.seen()))).withFault(fault);
    }

    private static CudaInventory nothingKnown(String reason) {
        return new CudaInventory(
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                DriverLibrary.version(DriverLibrary.BINDING_VERSION),
                Reading.absent(reason),
                List.of(),
                List.of(),
                Reading.absent(reason),
                Optional.empty());
    }

    private CudaInventory watched(CudaInventory inventory) {
        return inventory.withDeep(inventory
                .deep()
                .map(deep -> new Deep(
                        deep.devices().stream()
                                .map(speed -> speed.withWatchedClock(watch.of(speed.ordinal())))
                                .toList(),
                        deep.peers())));
    }
}
