package org.servedyno.probe.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuTopology;

/** A check that cannot fail shows nothing: each finds what it looks for. */
class InventoryChecksTest {
    private static final List<Map<String, Object>> NOBODY = List.of(Map.of("pid", 0, "kind", "compute", "usedMiB", 1));

    @Test
    void a_sound_inventory_has_no_problem() throws Exception {
        assertThat(Doctored.inventory().problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "driverVersion, five, driverVersion",
        "cudaDriverVersion, 12, cudaDriverVersion",
        "driverVersion, ' ', an empty text",
        "gpus/0/identity/name, 'H100\u0007', unreadable characters",
        "gpus/1/uuid, GPU 1, .uuid",
        "gpus/1/uuid, GPU 0 (no UUID), .uuid",
        "gpus/0/identity/pciBusId, 0000:1A:00.0, .pciBusId",
        "gpus/0/identity/computeCapability, 9, .computeCapability",
        "gpus/0/modes/computeMode, default, .computeMode",
        "gpus/0/affinity/cpus, '0-3,', .cpus",
        "gpus/0/repair/recoveryAction, retry, .recoveryAction",
        "gpus/0/fabric/state, done, .state",
        "gpus/0/fabric/healthSummary, good, .healthSummary",
        "gpus/0/fabric/clusterUuid, 0, .clusterUuid",
        "topology/matrix/0/1, NVL, matrix 0-1",
        "topology/p2p/0/1, FINE, p2p 0-1",
        "topology/p2p/1/1, OK, GPU 1 is not X to itself"
    })
    void a_text_that_cannot_be_is_found(String where, String text, String named) throws Exception {
        assertThat(Doctored.inventory().with("/" + where, text).problems())
                .anySatisfy(problem -> assertThat(problem).contains(named));
    }

    @ParameterizedTest
    @CsvSource({
        "index, 1, has index 1",
        "identity/cores, 0, .cores",
        "memory/totalMiB, 0, .total",
        "memory/freeMiB, 3, the sum of reserved",
        "memory/usedMiB, 200000, is more than",
        "memory/reservedMiB, -1, .memory",
        "memory/busWidthBits, 0, .busWidth",
        "memory/bar1UsedMiB, -1, .bar1Used",
        "ecc/volatileUncorrected, -1, .ecc",
        "ecc/volatileDramCorrected, -1, .ecc",
        "remapping/uncorrectable, -1, .remapping",
        "remapping/banksExhausted, -1, .remapping",
        "pcie/generation, 0, .generation",
        "pcie/width, 64, .width",
        "pcie/replays, -1, .pcie",
        "nvlink/count, 17, .nvlink.lanes",
        "nvlink/count, 17, .nvlink.active",
        "nvlink/lanes/3/link, 7, is link 7",
        "nvlink/lanes/3/version, 0, 'lanes[3].version'",
        "nvlink/lanes/3/speedMBps, 0, 'lanes[3].speed'",
        "nvlink/lanes/3/replayErrors, -1, 'lanes[3].replayErrors'",
        "nvlink/lanes/3/recoveryErrors, -1, 'lanes[3].recoveryErrors'",
        "nvlink/lanes/3/crcErrors, -1, 'lanes[3].crcErrors'",
        "power/enforcedWatts, 0, .power",
        "power/defaultWatts, 9000, .power",
        "clocks/smMaxMhz, -1, .clocks",
        "clocks/performanceState, 32, .performanceState",
        "thermals/temperatureC, 1000, .thermals",
        "thermals/marginC, -2000, .margin"
    })
    void a_number_that_cannot_be_is_found(String where, int number, String named) throws Exception {
        assertThat(Doctored.inventory().with("/gpus/0/" + where, number).problems())
                .anySatisfy(problem -> assertThat(problem).contains(named));
    }

    @ParameterizedTest
    @CsvSource({
        "pcie/generation, 5, pcie/maxGeneration, 4, .generation",
        "pcie/width, 16, pcie/maxWidth, 8, .width",
        "memory/bar1UsedMiB, 2, memory/bar1TotalMiB, 1, .bar1Used",
        "power/minWatts, 701, power/defaultWatts, 700, .default",
        "power/defaultWatts, 700, power/maxWatts, 699, .default",
        "power/enforcedWatts, 700, power/requestedWatts, 500, .enforced",
        "clocks/smMhz, 2000, clocks/smMaxMhz, 1980, .sm",
        "clocks/memoryMhz, 2700, clocks/memoryMaxMhz, 2619, .memory",
        "thermals/slowdownC, 95, thermals/shutdownC, 92, .slowdown",
        "thermals/shutdownOffsetC, 0, thermals/slowdownOffsetC, -2, .offset"
    })
    void two_numbers_in_the_wrong_order_are_found(String one, int first, String other, int second, String named)
            throws Exception {
        assertThat(Doctored.inventory()
                        .with("/gpus/0/" + one, first)
                        .with("/gpus/0/" + other, second)
                        .problems())
                .anySatisfy(problem -> assertThat(problem).contains(named).contains("is more than"));
    }

    @Test
    void not_a_number_is_found() throws Exception {
        assertThat(Doctored.inventory()
                        .with("/gpus/0/memory/bar1TotalMiB", Double.NaN)
                        .problems())
                .anySatisfy(problem -> assertThat(problem).contains("bar1TotalMiB: NaN is not a number"));
    }

    @Test
    void two_gpus_of_one_name_or_address_are_found() throws Exception {
        GpuInventory sound = Doctored.inventory().read();
        String address = sound.gpus().get(0).identity().pciBusId().toOptional().orElseThrow();

        assertThat(Doctored.inventory()
                        .with("/gpus/1/uuid", sound.gpus().get(0).uuid())
                        .with("/gpus/1/identity/pciBusId", address)
                        .problems())
                .anySatisfy(problem -> assertThat(problem).contains("GPU 1.uuid: two GPUs are"))
                .anySatisfy(problem ->
                        assertThat(problem).contains("GPU 1.pciBusId").contains("of one GPU only"));
    }

    @Test
    void a_matrix_that_differs_from_its_other_half_is_found() throws Exception {
        assertThat(Doctored.inventory().with("/topology/matrix/0/1", "SYS").problems())
                .singleElement()
                .asString()
                .startsWith("matrix 0-1: ");
        assertThat(Doctored.inventory().with("/topology/p2p/0/1", "UNKNOWN").problems())
                .singleElement()
                .asString()
                .startsWith("p2p 0-1: ");
    }

    @Test
    void a_matrix_of_another_size_is_found() throws Exception {
        GpuInventory sound = Doctored.inventory().read();
        GpuTopology topology = sound.topology().toOptional().orElseThrow();
        GpuInventory narrow = new GpuInventory(
                sound.source(),
                false,
                sound.readAt(),
                sound.driverVersion(),
                sound.nvmlVersion(),
                sound.cudaDriverVersion(),
                sound.gpus(),
                Reading.of(new GpuTopology(List.of(topology.matrix().get(0)), topology.p2p())));

        assertThat(InventoryChecks.problems(narrow)).containsExactly("matrix: is not 2 by 2");
    }

    @Test
    void a_fabric_status_before_the_set_up_is_over_is_found() throws Exception {
        assertThat(Doctored.inventory()
                        .with("/gpus/0/fabric/state", "in progress")
                        .with("/gpus/0/fabric/status", "NVML_SUCCESS")
                        .problems())
                .anySatisfy(problem -> assertThat(problem).contains("before the set-up is over"));
    }

    @Test
    void a_process_that_cannot_be_is_found() throws Exception {
        assertThat(Doctored.inventory().with("/gpus/0/processes", NOBODY).problems())
                .contains("GPU 0.processes: pid 0");
    }

    @Test
    void the_number_of_a_word_from_a_later_driver_is_no_problem() throws Exception {
        assertThat(Doctored.inventory()
                        .with("/gpus/0/fabric/healthSummary", "9")
                        .with("/gpus/0/modes/computeMode", "4")
                        .with("/gpus/0/repair/recoveryAction", "7")
                        .with("/topology/p2p/0/1", "8")
                        .with("/topology/p2p/1/0", "8")
                        .problems())
                .isEmpty();
    }
}
