package org.servedyno.probe.nvml;

import com.sun.jna.Memory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.info.NvLinks;

/**
 * A device's active NVLinks and what is at their other ends.
 *
 * @param active how many are active
 * @param toSwitch how many of them end at an NVSwitch
 * @param remoteBusIds PCI addresses at the other ends of those that do not
 */
record NvmlLinks(int active, int toSwitch, List<String> remoteBusIds) {
    /** More than any chip has; a driver ends the list earlier by INVALID_ARGUMENT. */
    private static final int MAX_LINKS = 36;

    private static final int REMOTE_SWITCH = 2;
    private static final int PCI_INFO_BYTES = 68;

    NvmlLinks {
        remoteBusIds = List.copyOf(remoteBusIds);
    }

    static Reading<NvmlLinks> of(NvmlDevice device) {
        int active = 0;
        int toSwitch = 0;
        List<String> remote = new ArrayList<>();
        for (int link = 0; link < MAX_LINKS; link++) {
            Memory state = new Memory(Integer.BYTES);
            NvmlReturn result = device.library().call("nvmlDeviceGetNvLinkState", device.handle(), link, state);
            if (!result.ok()) {
                if (link == 0) {
                    return result.absent("nvmlDeviceGetNvLinkState");
                }
                break;
            }
            if (state.getInt(0) == 1) {
                active++;
                if (endsAtSwitch(device, link)) {
                    toSwitch++;
                } else {
                    remoteBusId(device, link).toOptional().ifPresent(remote::add);
                }
            }
        }
        return Reading.of(new NvmlLinks(active, toSwitch, remote));
    }

    static NvLinks lanes(NvmlDevice device) {
        String later = "not read by this version";
        return new NvLinks(
                Reading.absent(later),
                of(device)
                        .map(links -> java.util.stream.IntStream.range(0, links.active())
                                .mapToObj(link -> new NvLinks.Lane(
                                        link,
                                        Reading.of(true),
                                        Reading.absent(later),
                                        Reading.absent(later),
                                        Reading.absent(later),
                                        Reading.absent(later),
                                        Reading.absent(later),
                                        Reading.absent(later),
                                        Reading.absent(later)))
                                .toList()));
    }

    private static boolean endsAtSwitch(NvmlDevice device, int link) {
        return device.number("nvmlDeviceGetNvLinkRemoteDeviceType", link)
                .map(type -> type == REMOTE_SWITCH)
                .toOptional()
                .orElse(false);
    }

    private static Reading<String> remoteBusId(NvmlDevice device, int link) {
        Memory pci = new Memory(PCI_INFO_BYTES);
        String symbol = "nvmlDeviceGetNvLinkRemotePciInfo_v2";
        NvmlReturn result = device.library().call(symbol, device.handle(), link, pci);
        return result.ok() ? Reading.of(pci.getString(36, StandardCharsets.UTF_8.name())) : result.absent(symbol);
    }

    /** How many links join this device with the one at {@code busId}, given that they are peers over NVLink. */
    int to(String busId) {
        if (toSwitch > 0) {
            return toSwitch;
        }
        return (int) remoteBusIds.stream()
                .filter(remote -> remote.equalsIgnoreCase(busId))
                .count();
    }
}
