package org.servedyno.probe.nvml.facts;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Map;
import org.servedyno.probe.nvml.call.Buffers;
import org.servedyno.probe.nvml.call.InOut;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.info.FabricState;

/** The NVLink fabric, by the newest of NVML's three ways to ask for it that this driver knows. */
public final class FabricReader {
    private static final String VERSIONED = "nvmlDeviceGetGpuFabricInfoV";
    private static final String PLAIN = "nvmlDeviceGetGpuFabricInfo";
    private static final Map<Integer, String> STATES =
            Map.of(0, "not supported", 1, "not started", 2, "in progress", 3, "completed");
    private static final Map<Integer, String> SUMMARIES =
            Map.of(0, "not supported", 1, "healthy", 2, "unhealthy", 3, "limited");
    private static final int UUID_BYTES = 16;

    /**
     * Where a version of the struct keeps what.
     *
     * @param version the version word; 0 for a struct without one
     * @param bytes its size
     * @param uuidAt offset of the cluster's UUID; status, clique and state follow it
     */
    private record Layout(int version, int bytes, int uuidAt) {
        static final Layout V3 = new Layout(0x03000028, 40, 4);
        static final Layout V2 = new Layout(0x02000024, 36, 4);
        static final Layout V1 = new Layout(0, 28, 0);

        int statusAt() {
            return uuidAt + UUID_BYTES;
        }

        int cliqueAt() {
            return statusAt() + Integer.BYTES;
        }

        int stateAt() {
            return cliqueAt() + Integer.BYTES;
        }

        int maskAt() {
            return stateAt() + Integer.BYTES;
        }

        int summaryAt() {
            return maskAt() + Integer.BYTES;
        }
    }

    private FabricReader() {}

    /** The whole group. */
    public static FabricState read(NvmlDevice device) {
        ByteBuffer v3 = Buffers.of(Layout.V3.bytes());
        v3.putInt(0, Layout.V3.version());
        NvmlReturn result = device.call(VERSIONED, InOut.of(v3));
        if (result.ok()) {
            return state(v3, Layout.V3);
        }
        if (result.equals(NvmlReturn.ARGUMENT_VERSION_MISMATCH)) {
            ByteBuffer v2 = Buffers.of(Layout.V2.bytes());
            v2.putInt(0, Layout.V2.version());
            result = device.call(VERSIONED, InOut.of(v2));
            if (result.ok()) {
                return state(v2, Layout.V2);
            }
        }
        boolean older =
                result.equals(NvmlReturn.ARGUMENT_VERSION_MISMATCH) || result.equals(NvmlReturn.FUNCTION_NOT_FOUND);
        return older ? plain(device) : FabricState.absent(reason(result, VERSIONED));
    }

    private static FabricState plain(NvmlDevice device) {
        ByteBuffer v1 = Buffers.of(Layout.V1.bytes());
        NvmlReturn result = device.call(PLAIN, v1);
        return result.ok() ? state(v1, Layout.V1) : FabricState.absent(reason(result, PLAIN));
    }

    private static String reason(NvmlReturn result, String symbol) {
        return result.absent(symbol).absentReason().orElseThrow();
    }

    private static FabricState state(ByteBuffer info, Layout layout) {
        byte[] uuid = new byte[UUID_BYTES];
        info.get(layout.uuidAt(), uuid);
        String state = ModeReader.word(STATES, Byte.toUnsignedInt(info.get(layout.stateAt())));
        String unset = "the fabric's state is: " + state;
        boolean completed = state.equals("completed");
        String older = "this driver tells no fabric health";
        return new FabricState(
                Reading.of(state),
                completed ? Reading.of(new NvmlReturn(info.getInt(layout.statusAt())).name()) : Reading.absent(unset),
                completed ? Reading.of(HexFormat.of().formatHex(uuid)) : Reading.absent(unset),
                completed ? Reading.of(Integer.toUnsignedLong(info.getInt(layout.cliqueAt()))) : Reading.absent(unset),
                layout.maskAt() < layout.bytes()
                        ? Reading.of(Integer.toUnsignedLong(info.getInt(layout.maskAt())))
                        : Reading.absent(older),
                layout.summaryAt() < layout.bytes()
                        ? Reading.of(ModeReader.word(SUMMARIES, Byte.toUnsignedInt(info.get(layout.summaryAt()))))
                        : Reading.absent(older));
    }
}
