package org.servedyno.probe.nvml;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.nvml.call.Buffers;
import org.servedyno.probe.nvml.call.NvmlCalls;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.probe.nvml.call.RetryingCalls;
import org.servedyno.results.model.Reading;

/**
 * NVML between its init and its shutdown: one for the life of a probe. Calls that no GPU's worker makes run on a thread of their own;
 * one that does not come back keeps it, and the next call gets a new one. Used by one thread.
 */
final class NvmlSession implements AutoCloseable {
    /** The first client of a driver without persistence mode waits until it has set up every GPU. */
    private static final Duration INIT_LIMIT = Duration.ofSeconds(60);

    /** The first call to a GPU may have to wake it up. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final int VERSION_BYTES = 80;
    private static final double MILLI = 1000;
    private static final int CUDA_MAJOR = 1000;
    private static final int CUDA_MINOR = 10;
    private static final Path KERNEL_MODULE_VERSION = Path.of("/proc/driver/nvidia/version");

    private final NvmlCalls calls;
    private final Duration limit;
    private ExecutorService thread = newThread();
    private int deviceCount;
    private boolean closed;

    private NvmlSession(NvmlCalls calls, Duration limit) {
        this.calls = new RetryingCalls(calls);
        this.limit = limit;
    }

    private static ExecutorService newThread() {
        return Executors.newSingleThreadExecutor(task -> {
            Thread worker = new Thread(task, "NVML");
            worker.setDaemon(true);
            return worker;
        });
    }

    static NvmlSession open(NvmlCalls calls) throws ProbeUnavailableException {
        return open(calls, LIMIT);
    }

    /** Starts NVML; every call after that has this time. */
    static NvmlSession open(NvmlCalls calls, Duration limit) throws ProbeUnavailableException {
        NvmlSession session = new NvmlSession(calls, limit);
        try {
            session.start();
            return session;
        } catch (ProbeUnavailableException | RuntimeException e) {
            session.thread.shutdownNow();
            throw e;
        }
    }

    private void start() throws ProbeUnavailableException {
        NvmlReturn init = within(INIT_LIMIT, "nvmlInit_v2", () -> calls.call("nvmlInit_v2"));
        if (!init.ok()) {
            throw new ProbeUnavailableException(
                    List.of(calls.library(), "nvmlInit_v2"),
                    "nvmlInit_v2 returned " + init.name() + " (" + init.code() + ")" + versions(init),
                    nextStep(init));
        }
        String symbol = "nvmlDeviceGetCount_v2";
        ByteBuffer count = Buffers.of(Integer.BYTES);
        NvmlReturn counted = within(limit, symbol, () -> calls.call(symbol, count));
        boolean told = counted.ok() || counted.equals(NvmlReturn.GPU_NOT_FOUND);
        deviceCount = counted.ok() ? count.getInt(0) : 0;
        if (deviceCount == 0) {
            close();
            throw new ProbeUnavailableException(
                    List.of(calls.library(), "nvmlInit_v2", symbol),
                    told ? "the driver shows 0 GPUs" : symbol + " returned " + counted.name(),
                    "check nvidia-smi -L and the container's device list");
        }
    }

    private <T> T within(Duration time, String symbol, Supplier<T> call) throws ProbeUnavailableException {
        try {
            return thread.submit(call::get).get(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            thread.shutdownNow();
            thread = newThread();
            throw new ProbeUnavailableException(
                    List.of(calls.library(), symbol),
                    String.format(Locale.ROOT, "%s has not come back in %.1f s", symbol, time.toMillis() / MILLI),
                    "the driver is stuck: see dmesg, then restart the machine");
        } catch (ExecutionException e) {
            throw new IllegalStateException(symbol + " failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProbeUnavailableException(
                    List.of(calls.library(), symbol), "interrupted while waiting for " + symbol, "run it again");
        }
    }

    private static String nextStep(NvmlReturn init) {
        if (init.equals(NvmlReturn.DRIVER_NOT_LOADED)) {
            return "load the kernel module (modprobe nvidia) and check that nvidia-smi works";
        }
        if (init.equals(NvmlReturn.LIB_RM_VERSION_MISMATCH)) {
            return "the library and the kernel module are of different drivers: reboot, or reload the module";
        }
        if (init.equals(NvmlReturn.UNKNOWN) || init.equals(NvmlReturn.OPERATING_SYSTEM)) {
            return "if this is a container, it has lost its GPU devices (a systemd reload on the host does that): restart it";
        }
        if (init.equals(NvmlReturn.FUNCTION_NOT_FOUND)) {
            return "this library is not NVML: check the path";
        }
        return "check that nvidia-smi works";
    }

    private String versions(NvmlReturn init) {
        if (!init.equals(NvmlReturn.LIB_RM_VERSION_MISMATCH)) {
            return "";
        }
        Reading<String> module = calls.file(KERNEL_MODULE_VERSION);
        return "; library: " + calls.library() + "; kernel module: "
                + module.map(text -> text.lines().findFirst().orElse("").strip())
                        .toOptional()
                        .orElseGet(() -> module.absentReason().orElse("not read"));
    }

    NvmlCalls calls() {
        return calls;
    }

    int deviceCount() {
        return deviceCount;
    }

    Reading<String> driverVersion() {
        return text("nvmlSystemGetDriverVersion");
    }

    Reading<String> nvmlVersion() {
        return text("nvmlSystemGetNVMLVersion");
    }

    private Reading<String> text(String symbol) {
        ByteBuffer text = Buffers.of(VERSION_BYTES);
        return ask(symbol, () -> {
            NvmlReturn result = calls.call(symbol, text, VERSION_BYTES);
            return result.ok() ? Buffers.reading(text, symbol) : result.absent(symbol);
        });
    }

    /** 12080 is CUDA 12.8. */
    Reading<String> cudaDriverVersion() {
        String symbol = "nvmlSystemGetCudaDriverVersion_v2";
        ByteBuffer number = Buffers.of(Integer.BYTES);
        return ask(symbol, () -> {
            NvmlReturn result = calls.call(symbol, number);
            int version = number.getInt(0);
            return result.ok()
                    ? Reading.of(version / CUDA_MAJOR + "." + version % CUDA_MAJOR / CUDA_MINOR)
                    : result.absent(symbol);
        });
    }

    /** The device at NVML's index, or why there is none to talk to. */
    Reading<NvmlDevice> device(int index) {
        String symbol = "nvmlDeviceGetHandleByIndex_v2";
        ByteBuffer handle = Buffers.of(Long.BYTES);
        return ask(symbol, () -> {
            NvmlReturn result = calls.call(symbol, index, handle);
            return result.ok() && handle.getLong(0) != 0
                    ? Reading.of(new NvmlDevice(calls, handle.getLong(0), index))
                    : result.absent(symbol);
        });
    }

    private <T> Reading<T> ask(String symbol, Supplier<Reading<T>> call) {
        try {
            return within(limit, symbol, call);
        } catch (ProbeUnavailableException e) {
            return Reading.absent(e.seen());
        }
    }

    /** Ends NVML, unless it is stuck; what the driver holds for this process goes with the process then. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            Optional<String> failed = ask("nvmlShutdown", () -> {
                        NvmlReturn result = calls.call("nvmlShutdown");
                        return result.ok() ? Reading.of(true) : result.absent("nvmlShutdown");
                    })
                    .absentReason();
            failed.ifPresent(reason -> System.getLogger(NvmlSession.class.getName())
                    .log(System.Logger.Level.WARNING, "NVML was not shut down: {0}", reason));
            thread.shutdownNow();
        }
    }
}
