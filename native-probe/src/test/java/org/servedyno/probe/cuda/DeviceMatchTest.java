package org.servedyno.probe.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.cuda.DeviceMatch.Pair;
import org.servedyno.probe.cuda.driver.PciAddress;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.CudaInventory.Device;
import org.servedyno.results.model.gpu.GpuInventory;

class DeviceMatchTest {
    private static GpuInventory node(int gpus) throws Exception {
        try (GpuProbe probe = GpuProbes.open(new ProbeSource.Simulated("h100-sxm", gpus, Optional.empty()))) {
            return probe.inventory();
        }
    }

    private static <T> Reading<T> unread() {
        return Reading.absent("not read");
    }

    private static Device device(int ordinal, Reading<String> uuid, Reading<String> pciBusId) {
        return new Device(
                ordinal, uuid, pciBusId, unread(), unread(), unread(), unread(), unread(), unread(), unread(), unread(),
                unread(), unread());
    }

    private static CudaInventory cuda(List<Device> devices) {
        return new CudaInventory(
                unread(), unread(), unread(), "12.0", unread(), devices, List.of(), unread(), Optional.empty());
    }

    @Test
    void t14_devices_in_another_order_are_found_by_their_uuid() throws Exception {
        GpuInventory node = node(3);
        List<Device> reversed = IntStream.range(0, 3)
                .mapToObj(i -> device(i, Reading.of(node.gpus().get(2 - i).uuid()), unread()))
                .toList();

        DeviceMatch match = DeviceMatch.of(node, cuda(reversed));

        assertThat(match.pairs()).containsExactly(new Pair(2, 0), new Pair(1, 1), new Pair(0, 2));
        assertThat(match.nvmlOnly()).isEmpty();
        assertThat(match.cudaOnly()).isEmpty();
        assertThat(match.gpuOf(0)).contains(2);
    }

    @Test
    void t15_without_a_uuid_the_pci_address_decides_in_whatever_form_it_comes() throws Exception {
        GpuInventory node = node(2);
        String address = node.gpus().get(1).identity().pciBusId().toOptional().orElseThrow();
        String legacy = address.substring(4).toLowerCase(Locale.ROOT);

        DeviceMatch match = DeviceMatch.of(node, cuda(List.of(device(0, unread(), Reading.of(legacy)))));

        assertThat(match.pairs()).containsExactly(new Pair(1, 0));
        assertThat(match.nvmlOnly()).containsExactly(0);
    }

    @Test
    void t14_a_device_with_another_uuid_is_nobodys_even_at_the_same_number_and_address() throws Exception {
        GpuInventory node = node(1);

        DeviceMatch match = DeviceMatch.of(
                node,
                cuda(List.of(device(
                        0,
                        Reading.of("GPU-00000000-0000-0000-0000-0000000000ff"),
                        node.gpus().get(0).identity().pciBusId()))));

        assertThat(match.pairs()).isEmpty();
        assertThat(match.nvmlOnly()).containsExactly(0);
        assertThat(match.cudaOnly()).containsExactly(0);
    }

    @Test
    void devices_with_nothing_to_tell_them_by_are_not_matched_by_number() throws Exception {
        DeviceMatch match = DeviceMatch.of(node(1), cuda(List.of(device(0, unread(), unread()))));

        assertThat(match.pairs()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0000:1B:00.0, 00000000:1B:00.0",
        "00000000:1b:00.0, 00000000:1B:00.0",
        "1b:00.0, 00000000:1B:00.0",
        "00010000:1b:00.0, 00010000:1B:00.0"
    })
    void t15_an_address_has_one_form(String text, String normal) {
        assertThat(PciAddress.normal(text)).contains(normal);
    }

    @ParameterizedTest
    @CsvSource({"''", "nonsense", "0000:1B:00", "0000:1B:00.9"})
    void t15_what_is_no_address_has_none(String text) {
        assertThat(PciAddress.normal(text)).isEmpty();
    }
}
