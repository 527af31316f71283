package org.servedyno.probe.cuda.deep;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.servedyno.probe.cuda.driver.DriverCall;
import org.servedyno.probe.cuda.driver.DriverCallException;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory.Compute;
import org.servedyno.results.model.gpu.CudaInventory.Deep;
import org.servedyno.results.model.gpu.CudaInventory.Device;
import org.servedyno.results.model.gpu.CudaInventory.DeviceSpeed;
import org.servedyno.results.model.gpu.CudaInventory.Peer;
import org.servedyno.results.model.gpu.CudaInventory.PeerSpeed;

/** Measures every device, then every pair, one thing at a time so that nothing competes. */
public final class DeepMeasurement {
    private final List<Device> devices;
    private final List<Peer> pairs;
    private final ObjIntConsumer<String> load;
    private final Consumer<Deep> sofar;
    private final List<DeviceSpeed> deviceSpeeds = new ArrayList<>();
    private final List<PeerSpeed> peerSpeeds = new ArrayList<>();

    /**
     * @param load told {@code busy} and {@code idle} with the ordinal of the device
     * @param sofar given what is measured, after each device
     */
    public DeepMeasurement(List<Device> devices, List<Peer> pairs, ObjIntConsumer<String> load, Consumer<Deep> sofar) {
        this.devices = devices;
        this.pairs = pairs;
        this.load = load;
        this.sofar = sofar;
    }

    /** Measures; takes seconds a device. */
    public Deep run() {
        hold();
        for (Device device : devices) {
            deviceSpeeds.add(speed(device.ordinal()));
            sofar.accept(new Deep(deviceSpeeds, peerSpeeds));
        }
        for (Peer pair : pairs) {
            peerSpeeds.add(new PeerSpeed(
                    pair.from(),
                    pair.to(),
                    pair.access().toOptional().orElse(false)
                            ? DriverCall.reading(() -> PeerMeasurement.measure(pair.from(), pair.to()))
                            : Reading.absent("no peer access")));
        }
        return new Deep(deviceSpeeds, peerSpeeds);
    }

    /** Making a context takes a good part of a second, so each is made once and kept; they go with the process. */
    private void hold() {
        for (Device device : devices) {
            // A failure comes back as the reason of each measurement.
            DriverCall.reading(() -> DeviceContext.open(device.ordinal()));
        }
    }

    private DeviceSpeed speed(int ordinal) {
        return new DeviceSpeed(
                ordinal,
                on(ordinal, context -> CopyMeasurement.hostToDevice()),
                on(ordinal, context -> CopyMeasurement.deviceToHost()),
                on(ordinal, context -> CopyMeasurement.deviceToDevice()),
                compute(ordinal),
                Reading.absent("not watched"));
    }

    @FunctionalInterface
    private interface Measurement<T> {
        T run(DeviceContext context) throws DriverCallException;
    }

    private static <T> Reading<T> on(int ordinal, Measurement<T> measurement) {
        return DriverCall.reading(() -> {
            try (DeviceContext context = DeviceContext.open(ordinal)) {
                return measurement.run(context);
            }
        });
    }

    private Reading<Compute> compute(int ordinal) {
        Reading<Reading<Compute>> measured = on(
                ordinal,
                context -> FmaMeasurement.measure(
                        context, () -> load.accept("busy", ordinal), () -> load.accept("idle", ordinal)));
        Supplier<Reading<Compute>> failed =
                () -> Reading.absent(measured.absentReason().orElse("not measured"));
        return measured.toOptional().orElseGet(failed);
    }
}
