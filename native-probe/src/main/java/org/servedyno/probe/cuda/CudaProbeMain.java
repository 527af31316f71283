package org.servedyno.probe.cuda;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.servedyno.probe.child.ChildConsole;
import org.servedyno.probe.cuda.deep.DeepMeasurement;
import org.servedyno.probe.cuda.driver.DriverReader;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.store.Json;

/**
 * The process that alone loads libcuda: {@code CudaProbeMain [--library=PATH] [--deep]}. Events on stdout: {@code inventory} with
 * all that is known so far, after each step; {@code busy} and {@code idle} with a device's {@code ordinal} around a compute load;
 * {@code end} once all is read. Ends with code 0 then, whatever the driver answered.
 */
public final class CudaProbeMain {
    /** Asks for measured speeds. */
    public static final String DEEP = "--deep";

    /** Followed by the file of the library to load. */
    public static final String LIBRARY = "--library=";

    private CudaProbeMain() {}

    /** Runs the process. */
    public static void main(String[] arguments) {
        ChildConsole console = ChildConsole.open();
        Optional<Path> library = List.of(arguments).stream()
                .filter(argument -> argument.startsWith(LIBRARY))
                .map(argument -> Path.of(argument.substring(LIBRARY.length())))
                .findFirst();
        CudaInventory inventory = new DriverReader(library, known -> emit(console, known)).read();
        emit(console, inventory);
        if (List.of(arguments).contains(DEEP)) {
            emit(console, deep(console, inventory));
        }
        console.emit("end", Map.of());
        System.exit(0);
    }

    private static CudaInventory deep(ChildConsole console, CudaInventory inventory) {
        if (inventory.devices().isEmpty()) {
            return inventory.withDeep(Reading.absent("no device to measure"));
        }
        DeepMeasurement measurement = new DeepMeasurement(
                inventory.devices(),
                inventory.peers(),
                (event, ordinal) -> console.emit(event, Map.of("ordinal", ordinal)),
                sofar -> emit(console, inventory.withDeep(Reading.of(sofar))));
        return inventory.withDeep(Reading.of(measurement.run()));
    }

    private static void emit(ChildConsole console, CudaInventory inventory) {
        console.emit("inventory", Map.of("cuda", Json.tree(inventory)));
    }
}
