package org.servedyno.probe.cuda.driver;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import jcuda.driver.JCudaDriver;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.CudaInventory.Answer;
import org.servedyno.results.model.gpu.CudaInventory.Device;
import org.servedyno.results.model.gpu.CudaInventory.Fault;
import org.servedyno.results.model.gpu.CudaInventory.Fault.Kind;
import org.servedyno.results.model.gpu.CudaInventory.Peer;

/** Asks the driver step by step, and hands on what is known after each, so that a later step that never returns loses nothing. */
public final class DriverReader {
    private static final String NOT_ASKED = "not asked for: servedyno probe --deep measures it";

    private final Optional<Path> library;
    private final Consumer<CudaInventory> known;
    private final Reading<String> visibleDevices = Optional.ofNullable(System.getenv("CUDA_VISIBLE_DEVICES"))
            .<Reading<String>>map(Reading::of)
            .orElseGet(() -> Reading.absent("not set"));

    /**
     * @param library the file to load; empty leaves it to the loader's search path
     * @param known given what is known, after each step
     */
    public DriverReader(Optional<Path> library, Consumer<CudaInventory> known) {
        this.library = library;
        this.known = known;
    }

    /** Asks all there is; what goes wrong is in the inventory. Call it once a process. */
    public CudaInventory read() {
        Reading<String> file = Reading.absent("not loaded");
        try {
            DriverLibrary.load(library);
            file = DriverLibrary.mapped();
            known.accept(found(file, Reading.absent("cuInit has not answered"), Reading.absent("not asked")));
            return initialized(file);
        } catch (DriverUnavailableException e) {
            String reason = e.fault().seen();
            return found(file, Reading.absent(reason), Reading.absent(reason)).withFault(e.fault());
        }
    }

    private CudaInventory initialized(Reading<String> file) {
        Answer answer = DriverCall.answer(JCudaDriver.cuInit(0));
        Reading<Integer> version = DriverCall.reading(DriverReader::driverVersion);
        CudaInventory started = found(file, Reading.of(answer), version.map(DriverLibrary::version));
        if (!answer.success()) {
            return started.withFault(InitFaults.of(DriverLibrary.name(library), answer));
        }
        known.accept(started);
        CudaInventory whole = withDevices(started);
        boolean old = version.toOptional().orElse(DriverLibrary.BINDING_VERSION) < DriverLibrary.BINDING_VERSION;
        return old && whole.fault().isEmpty() ? whole.withFault(tooOld(whole)) : whole;
    }

    private CudaInventory withDevices(CudaInventory started) {
        try {
            List<Device> devices = DeviceReader.devices();
            return with(started, devices, DeviceReader.peers(devices.size()));
        } catch (DriverCallException e) {
            return started.withFault(new Fault(
                    Kind.CALL_FAILED,
                    List.of(DriverLibrary.name(library), "cuInit", "the device list"),
                    String.valueOf(e.getMessage()),
                    "look the code up under CUresult in CUDA's driver API; dmesg may say more"));
        }
    }

    private static int driverVersion() throws DriverCallException {
        int[] version = new int[1];
        DriverCall.check("cuDriverGetVersion", JCudaDriver.cuDriverGetVersion(version));
        return version[0];
    }

    private Fault tooOld(CudaInventory inventory) {
        return new Fault(
                Kind.DRIVER_TOO_OLD,
                List.of(DriverLibrary.name(library), "cuDriverGetVersion"),
                "the driver supports CUDA "
                        + inventory.driverVersion().toOptional().orElse("of an unknown version")
                        + ", the binding was built for " + inventory.bindingVersion(),
                "update the driver to 525 or newer");
    }

    private CudaInventory found(Reading<String> file, Reading<Answer> init, Reading<String> driverVersion) {
        return new CudaInventory(
                file,
                init,
                driverVersion,
                DriverLibrary.version(DriverLibrary.BINDING_VERSION),
                visibleDevices,
                List.of(),
                List.of(),
                Reading.absent(NOT_ASKED),
                Optional.empty());
    }

    private static CudaInventory with(CudaInventory started, List<Device> devices, List<Peer> peers) {
        return new CudaInventory(
                started.library(),
                started.init(),
                started.driverVersion(),
                started.bindingVersion(),
                started.visibleDevices(),
                devices,
                peers,
                started.deep(),
                started.fault());
    }
}
