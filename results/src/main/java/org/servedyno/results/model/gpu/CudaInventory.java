package org.servedyno.results.model.gpu;

import java.util.List;
import java.util.Optional;
import org.servedyno.results.model.Reading;

/**
 * What CUDA's driver says about the GPUs of a node, read once in a process of its own. What was read before something went wrong
 * is kept, so that a fault leaves an inventory, not a hole.
 *
 * @param library file of libcuda that was in use
 * @param init what {@code cuInit} answered; absent when it never answered
 * @param driverVersion the newest CUDA version that the driver supports, for example {@code 12.4}
 * @param bindingVersion the CUDA version that the Java binding was built for
 * @param visibleDevices {@code CUDA_VISIBLE_DEVICES} as the process saw it; it chooses and orders CUDA's devices, never NVML's
 * @param devices by CUDA's ordinal, which is not NVML's index
 * @param peers every ordered pair of two devices
 * @param deep measured speeds; absent unless they were asked for
 * @param fault what went wrong; empty when all was read
 */
public record CudaInventory(
        Reading<String> library,
        Reading<Answer> init,
        Reading<String> driverVersion,
        String bindingVersion,
        Reading<String> visibleDevices,
        List<Device> devices,
        List<Peer> peers,
        Reading<Deep> deep,
        Optional<Fault> fault) {
    public CudaInventory {
        devices = List.copyOf(devices);
        peers = List.copyOf(peers);
    }

    /** The same inventory with this fault. */
    public CudaInventory withFault(Fault newFault) {
        return new CudaInventory(
                library,
                init,
                driverVersion,
                bindingVersion,
                visibleDevices,
                devices,
                peers,
                deep,
                Optional.of(newFault));
    }

    /** The same inventory with these speeds, or with the reason why there are none. */
    public CudaInventory withDeep(Reading<Deep> newDeep) {
        return new CudaInventory(
                library, init, driverVersion, bindingVersion, visibleDevices, devices, peers, newDeep, fault);
    }

    /**
     * What a call of the driver returned.
     *
     * @param code the number
     * @param name CUDA's name of it, for example {@code CUDA_ERROR_SYSTEM_NOT_READY}
     */
    public record Answer(int code, String name) {
        /** Whether the call did what it was asked to. */
        public boolean success() {
            return code == 0;
        }

        @Override
        public String toString() {
            return name + " (" + code + ")";
        }
    }

    /**
     * Why CUDA cannot be used, or not wholly.
     *
     * @param kind which of the known ways to fail
     * @param tried each file, variable or call that was tried, in order
     * @param seen what came of it
     * @param nextStep what the reader can do about it
     */
    public record Fault(Kind kind, List<String> tried, String seen, String nextStep) {
        public Fault {
            tried = List.copyOf(tried);
        }

        /** The known ways to fail. */
        public enum Kind {
            /** The Java binding has no native part for this operating system and processor. */
            UNSUPPORTED_PLATFORM,
            /** The loader found no libcuda, or the named file cannot be loaded. */
            NO_LIBRARY,
            /** A libcuda that lacks functions which the binding needs: too old, or no driver's. */
            MISSING_SYMBOL,
            /** A stub library, made for linking only. */
            STUB_LIBRARY,
            /** The driver shows no device. */
            NO_DEVICE,
            /** The fabric of NVLink switches is not set up. */
            FABRIC_NOT_READY,
            /** The library and the kernel module are of different versions. */
            VERSION_MISMATCH,
            /** A forward-compatibility library on hardware that does not support it. */
            COMPATIBILITY_NOT_SUPPORTED,
            /** {@code cuInit} answered something else. */
            INIT_FAILED,
            /** It works, but supports only CUDA versions older than the binding's. */
            DRIVER_TOO_OLD,
            /** A call after {@code cuInit} failed. */
            CALL_FAILED,
            /** The process ended by a signal or without a last word. */
            CRASHED,
            /** The process did not end in time and was killed. */
            HUNG,
            /** The process could not be started. */
            NOT_STARTED
        }
    }

    /**
     * One device.
     *
     * @param ordinal CUDA's number of it, from 0
     * @param uuid in NVML's form, {@code GPU-} and 32 hexadecimal digits in groups; under MIG that of the whole GPU
     * @param pciBusId PCI address in NVML's form, for example {@code 00000000:19:00.0}
     * @param name the product's name
     * @param totalMiB device memory
     * @param multiprocessors streaming multiprocessors
     * @param computeCapability for example {@code 9.0}
     * @param smMaxMhz highest SM clock
     * @param memoryMaxMhz highest memory clock
     * @param memoryBusBits width of the memory bus
     * @param l2KiB L2 cache
     * @param ecc whether ECC is on
     * @param computeMode {@code DEFAULT}, {@code PROHIBITED}, {@code EXCLUSIVE_PROCESS}, or a number
     */
    public record Device(
            int ordinal,
            Reading<String> uuid,
            Reading<String> pciBusId,
            Reading<String> name,
            Reading<Double> totalMiB,
            Reading<Integer> multiprocessors,
            Reading<String> computeCapability,
            Reading<Integer> smMaxMhz,
            Reading<Integer> memoryMaxMhz,
            Reading<Integer> memoryBusBits,
            Reading<Integer> l2KiB,
            Reading<Boolean> ecc,
            Reading<String> computeMode) {}

    /**
     * How one device reaches the memory of another.
     *
     * @param from ordinal of the device that reads or writes
     * @param to ordinal of the device that holds the memory
     * @param access whether it can at all
     * @param nativeAtomics whether atomic operations work over the link
     * @param performanceRank the driver's rank of the link among this node's, 0 the best
     */
    public record Peer(
            int from,
            int to,
            Reading<Boolean> access,
            Reading<Boolean> nativeAtomics,
            Reading<Integer> performanceRank) {}

    /**
     * What was measured.
     *
     * @param devices by ordinal
     * @param peers copies between two devices, every ordered pair
     */
    public record Deep(List<DeviceSpeed> devices, List<PeerSpeed> peers) {
        public Deep {
            devices = List.copyOf(devices);
            peers = List.copyOf(peers);
        }
    }

    /**
     * What one device reached.
     *
     * @param ordinal the device
     * @param hostToDevice copies from pinned host memory
     * @param deviceToHost copies to pinned host memory
     * @param deviceToDevice copies inside the device's memory; every byte counts twice, as it is read and written
     * @param fma a loop of single-precision multiply-adds on every SM
     * @param watchedClock the SM clock that NVML showed meanwhile, from another process
     */
    public record DeviceSpeed(
            int ordinal,
            Reading<Bandwidth> hostToDevice,
            Reading<Bandwidth> deviceToHost,
            Reading<Bandwidth> deviceToDevice,
            Reading<Compute> fma,
            Reading<WatchedClock> watchedClock) {
        /** The same speeds with this clock. */
        public DeviceSpeed withWatchedClock(Reading<WatchedClock> clock) {
            return new DeviceSpeed(ordinal, hostToDevice, deviceToHost, deviceToDevice, fma, clock);
        }
    }

    /**
     * A clock as seen from outside while a GPU was busy.
     *
     * @param leastSmMhz the lowest
     * @param meanSmMhz the mean
     * @param mostSmMhz the highest
     * @param samples how many looks there were, at least 1
     */
    public record WatchedClock(int leastSmMhz, double meanSmMhz, int mostSmMhz, int samples) {}

    /**
     * What a copy from one device's memory to another's reached.
     *
     * @param from ordinal of the source
     * @param to ordinal of the destination
     * @param copy one way, nothing else running; absent where the pair has no peer access
     */
    public record PeerSpeed(int from, int to, Reading<Bandwidth> copy) {}

    /**
     * Repeated copies, timed by the device's own events. 1 GB is 10^9 bytes.
     *
     * @param medianGBps the median
     * @param leastGBps the slowest
     * @param mostGBps the fastest
     * @param repeats how many were timed
     * @param sizeMiB how much each one copied
     */
    public record Bandwidth(double medianGBps, double leastGBps, double mostGBps, int repeats, double sizeMiB) {}

    /**
     * Repeated runs of a compute loop whose result was checked, timed by the device's own events.
     *
     * @param medianTflops the median, 10^12 floating-point operations a second, a multiply-add being two
     * @param leastTflops the slowest
     * @param mostTflops the fastest
     * @param repeats how many were timed
     * @param medianSmMhz the SM clock while they ran, from the SM's cycle counter against the device's timer
     * @param leastSmMhz the slowest of them
     * @param fmaPerSmCycle multiply-adds that one SM finished in a cycle; stays the same when only the clock falls
     */
    public record Compute(
            double medianTflops,
            double leastTflops,
            double mostTflops,
            int repeats,
            double medianSmMhz,
            double leastSmMhz,
            double fmaPerSmCycle) {}
}
