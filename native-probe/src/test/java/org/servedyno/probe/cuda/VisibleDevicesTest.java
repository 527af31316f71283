package org.servedyno.probe.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class VisibleDevicesTest {
    private static final List<String> UUIDS = List.of(
            "GPU-1a000000-0000-0000-0000-000000000000",
            "GPU-1b000000-0000-0000-0000-000000000000",
            "GPU-2c000000-0000-0000-0000-000000000000");

    static Stream<Arguments> values() {
        return Stream.of(
                Arguments.of("0,1,2", List.of(0, 1, 2)),
                Arguments.of("2, 0", List.of(2, 0)),
                Arguments.of("", List.of()),
                Arguments.of("-1", List.of()),
                Arguments.of("NoDevFiles", List.of()),
                Arguments.of("1,-1,0", List.of(1)),
                Arguments.of("0,3,1", List.of(0)),
                Arguments.of("0,,1", List.of(0)),
                Arguments.of("0,one,1", List.of(0)),
                Arguments.of("1x,0", List.of(1, 0)),
                Arguments.of("99999999999,0", List.of()),
                Arguments.of("1,0,1", List.of()),
                Arguments.of("1,9,1", List.of(1)),
                Arguments.of("GPU-1b000000-0000-0000-0000-000000000000", List.of(1)),
                Arguments.of("GPU-2c,GPU-1a", List.of(2, 0)),
                Arguments.of("GPU-2C", List.of(2)),
                Arguments.of("GPU-1", List.of()),
                Arguments.of("GPU-2,GPU-1", List.of(2)),
                Arguments.of("GPU-2c,GPU-dead,GPU-1a", List.of(2)),
                Arguments.of("GPU-2c,0", List.of(2)),
                Arguments.of("0,GPU-2c", List.of(0)),
                Arguments.of("GPU-2c,GPU-2c000000", List.of()),
                Arguments.of("MIG-1a000000-0000-0000-0000-000000000000", List.of()));
    }

    @ParameterizedTest
    @MethodSource("values")
    void t14_cuda_visible_devices_is_read_as_cudas_driver_reads_it(String variable, List<Integer> selected) {
        assertThat(VisibleDevices.select(variable, UUIDS)).isEqualTo(selected);
    }
}
