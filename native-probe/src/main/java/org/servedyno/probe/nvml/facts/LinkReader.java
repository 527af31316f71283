package org.servedyno.probe.nvml.facts;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.servedyno.probe.nvml.call.Buffers;
import org.servedyno.probe.nvml.call.FieldValues;
import org.servedyno.probe.nvml.call.FieldValues.Ask;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.NvmlField;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.info.NvLinks;

/**
 * The NVLinks of a GPU. An active link says nothing about who can be reached over it: that is what the peer status of a pair is for.
 */
public final class LinkReader {
    /** More than any chip has; a driver ends the list earlier by INVALID_ARGUMENT. */
    private static final int MAX_LINKS = 36;

    private static final Map<Integer, String> REMOTES = Map.of(0, "GPU", 1, "IBMNPU", 2, "SWITCH", 255, "UNKNOWN");
    private static final String STATE = "nvmlDeviceGetNvLinkState";
    private static final int NO_VERSION = 0;
    private static final int PCI_INFO_BYTES = 68;
    private static final int PCI_BUS_AT = 36;
    private static final int REPLAY = 0;
    private static final int RECOVERY = 1;
    private static final int CRC_FLIT = 2;

    /** What stands in place of an address where the driver hides the switch. */
    private static final String HIDDEN = "FFFFFFFF";

    private final NvmlDevice device;
    private final List<Reading<Boolean>> states;
    private final FieldValues fields;

    private LinkReader(NvmlDevice device, List<Reading<Boolean>> states) {
        this.device = device;
        this.states = states;
        this.fields = new FieldValues(IntStream.range(0, states.size())
                .boxed()
                .flatMap(LinkReader::asked)
                .toList());
    }

    /**
     * The whole group.
     *
     * @param count how many links the driver counts
     */
    public static NvLinks read(NvmlDevice device, Reading<Integer> count) {
        return new NvLinks(
                count, states(device).map(states -> new LinkReader(device, there(device, states, count)).lanes()));
    }

    /** Whether each link is up; absent where the chip has none. */
    private static Reading<List<Reading<Boolean>>> states(NvmlDevice device) {
        List<Reading<Boolean>> states = new ArrayList<>();
        for (int link = 0; link < MAX_LINKS; link++) {
            ByteBuffer state = Buffers.of(Integer.BYTES);
            NvmlReturn result = device.call(STATE, link, state);
            if (result.equals(NvmlReturn.INVALID_ARGUMENT)) {
                break;
            }
            if (!result.ok() && link == 0) {
                return result.absent(STATE);
            }
            states.add(result.ok() ? Reading.of(state.getInt(0) == 1) : result.absent(STATE));
        }
        return Reading.of(states);
    }

    /**
     * A library may answer for links that the chip does not have. Those are the last ones, and not up; they lie behind the last one
     * counted, or have no version where nothing was counted.
     */
    private static List<Reading<Boolean>> there(
            NvmlDevice device, List<Reading<Boolean>> states, Reading<Integer> count) {
        int end = states.size();
        while (end > 0 && !states.get(end - 1).toOptional().orElse(false)) {
            int last = end - 1;
            boolean exists = count.toOptional()
                    .map(counted -> last < counted)
                    .orElseGet(() -> version(device, last).toOptional().isPresent());
            if (exists) {
                break;
            }
            end = last;
        }
        return states.subList(0, end);
    }

    private static Stream<Ask> asked(int link) {
        return Stream.of(
                        NvmlField.LINK_SPEED_MBPS,
                        NvmlField.LINK_REPLAYS,
                        NvmlField.LINK_RECOVERIES,
                        NvmlField.LINK_CRC_ERRORS)
                .map(field -> new Ask(field, link));
    }

    private List<NvLinks.Lane> lanes() {
        if (states.isEmpty()) {
            return List.of();
        }
        fields.read(device);
        List<NvLinks.Lane> lanes = new ArrayList<>();
        for (int link = 0; link < states.size(); link++) {
            lanes.add(lane(link, states.get(link)));
        }
        return lanes;
    }

    private NvLinks.Lane lane(int link, Reading<Boolean> active) {
        boolean up = active.toOptional().orElse(false);
        return new NvLinks.Lane(
                link,
                active,
                version(device, link),
                device.number("nvmlDeviceGetNvLinkRemoteDeviceType", link).map(type -> ModeReader.word(REMOTES, type)),
                remoteBusId(link),
                up ? fields.number(new Ask(NvmlField.LINK_SPEED_MBPS, link)) : Reading.absent("the link is not active"),
                counter(NvmlField.LINK_REPLAYS, REPLAY, link),
                counter(NvmlField.LINK_RECOVERIES, RECOVERY, link),
                counter(NvmlField.LINK_CRC_ERRORS, CRC_FLIT, link));
    }

    private static Reading<Integer> version(NvmlDevice device, int link) {
        String symbol = "nvmlDeviceGetNvLinkVersion";
        Reading<Integer> version = device.number(symbol, link);
        return version.toOptional().filter(number -> number == NO_VERSION).isPresent()
                ? Reading.absent("no version from " + symbol)
                : version;
    }

    private Reading<Long> counter(NvmlField field, int older, int link) {
        return NvmlDevice.firstOf(
                fields.whole(new Ask(field, link)),
                () -> device.wideNumber("nvmlDeviceGetNvLinkErrorCounter", link, older));
    }

    private Reading<String> remoteBusId(int link) {
        String symbol = "nvmlDeviceGetNvLinkRemotePciInfo_v2";
        ByteBuffer pci = Buffers.of(PCI_INFO_BYTES);
        NvmlReturn result = device.call(symbol, link, pci);
        if (!result.ok()) {
            return result.absent(symbol);
        }
        String busId = Buffers.text(pci, PCI_BUS_AT);
        return busId.startsWith(HIDDEN)
                ? Reading.absent("the driver hides what is at the other end")
                : PciAddress.of(busId, symbol);
    }
}
