package org.servedyno.probe.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuEvent.Kind;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuProcess;
import org.servedyno.results.model.gpu.GpuSample;

class WatchChecksTest {
    private static final List<GpuOccupants> NOBODY =
            List.of(new GpuOccupants(1, 0, Reading.of(List.of())), new GpuOccupants(1, 1, Reading.of(List.of())));

    private static GpuSample sample(int gpu, long atNs, UnaryOperator<GpuSample.Builder> change) {
        return change.apply(GpuSample.of(atNs, gpu, "not read").energyJoules(Reading.of(100.0)))
                .build();
    }

    private static List<GpuSample> look(long atNs) {
        return List.of(sample(0, atNs, same -> same), sample(1, atNs, same -> same));
    }

    /** Two looks at two GPUs, of which the second look at the first GPU is doctored. */
    private static List<String> problems(UnaryOperator<GpuSample.Builder> change) throws Exception {
        List<GpuSample> second = List.of(sample(0, 20, change), sample(1, 20, same -> same));
        return problems(List.of(look(10), second), List.of(), NOBODY);
    }

    private static List<String> problems(
            List<List<GpuSample>> looks, List<GpuEvent> events, List<GpuOccupants> occupants) throws Exception {
        return WatchChecks.problems(Doctored.inventory().read(), looks, events, occupants);
    }

    @Test
    void sound_samples_have_no_problem() throws Exception {
        assertThat(problems(same -> same)).isEmpty();
    }

    @Test
    void values_that_cannot_be_are_found() throws Exception {
        assertThat(problems(sample -> sample.utilizationPercent(Reading.of(101.0))))
                .hasSize(1);
        assertThat(problems(sample -> sample.memoryUtilizationPercent(Reading.of(-1.0))))
                .hasSize(1);
        assertThat(problems(sample -> sample.smActivePercent(Reading.of(100.5))))
                .hasSize(1);
        assertThat(problems(sample -> sample.tensorActivePercent(Reading.of(-0.5))))
                .hasSize(1);
        assertThat(problems(sample -> sample.dramActivePercent(Reading.of(200.0))))
                .hasSize(1);
        assertThat(problems(sample -> sample.pcieTxMiBps(Reading.of(-1.0)))).hasSize(1);
        assertThat(problems(sample -> sample.pcieRxMiBps(Reading.of(-1.0)))).hasSize(1);
        assertThat(problems(sample -> sample.nvlinkTxMiBps(Reading.of(-1.0)))).hasSize(1);
        assertThat(problems(sample -> sample.nvlinkRxMiBps(Reading.of(Double.POSITIVE_INFINITY))))
                .hasSize(2);
        assertThat(problems(sample -> sample.powerWatts(Reading.of(4_294_967.295))))
                .hasSize(1);
        assertThat(problems(sample -> sample.memoryUsedMiB(Reading.of(1e6)))).hasSize(1);
        assertThat(problems(sample -> sample.temperatureC(Reading.of(200)))).hasSize(1);
        assertThat(problems(sample -> sample.memoryTemperatureC(Reading.of(-200))))
                .hasSize(1);
        assertThat(problems(sample -> sample.smMhz(Reading.of(-1)))).hasSize(1);
        assertThat(problems(sample -> sample.memoryMhz(Reading.of(100_000)))).hasSize(1);
        assertThat(problems(sample -> sample.lateNs(5))).hasSize(1);
    }

    @Test
    void a_counter_that_falls_is_found() throws Exception {
        assertThat(problems(sample -> sample.energyJoules(Reading.of(99.0))))
                .containsExactly("sample of GPU 0.energy: 100.0 is more than 99.0");
        List<GpuSample> first = List.of(
                sample(
                        0,
                        10,
                        sample -> sample.swThermalSlowdownNs(Reading.of(2L))
                                .hwThermalSlowdownNs(Reading.of(2L))
                                .powerBrakeNs(Reading.of(2L))),
                sample(1, 10, same -> same));
        List<GpuSample> second = List.of(sample(
                0,
                20,
                sample -> sample.swThermalSlowdownNs(Reading.of(1L))
                        .hwThermalSlowdownNs(Reading.of(1L))
                        .powerBrakeNs(Reading.of(1L))));

        assertThat(problems(List.of(first, second), List.of(), NOBODY)).hasSize(3);
    }

    @Test
    void time_that_stands_still_is_found() throws Exception {
        assertThat(problems(List.of(look(10), look(10)), List.of(), NOBODY))
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem).contains("not later"));
    }

    @Test
    void samples_of_no_gpu_or_twice_of_one_are_found() throws Exception {
        List<GpuSample> odd =
                List.of(sample(0, 20, same -> same), sample(0, 21, same -> same), sample(2, 20, same -> same));

        assertThat(problems(List.of(look(10), odd), List.of(), NOBODY))
                .containsExactly("sample of GPU 0: twice in one look", "sample of GPU 2: there is no such GPU");
    }

    @Test
    void a_gpu_without_a_sample_needs_an_event() throws Exception {
        List<List<GpuSample>> looks = List.of(List.of(sample(0, 10, same -> same)));
        GpuEvent lost = new GpuEvent(5, OptionalInt.of(1), Kind.LOST, OptionalLong.empty(), "lost");

        assertThat(problems(looks, List.of(), NOBODY))
                .containsExactly("GPU 1: was never sampled, and no event says why");
        assertThat(problems(looks, List.of(lost), NOBODY)).isEmpty();
    }

    @Test
    void events_that_cannot_be_are_found() throws Exception {
        List<GpuEvent> odd = List.of(
                new GpuEvent(5, OptionalInt.of(2), Kind.ECC, OptionalLong.empty(), "double-bit error"),
                new GpuEvent(5, OptionalInt.of(1), Kind.XID, OptionalLong.empty(), "Xid"),
                new GpuEvent(5, OptionalInt.of(1), Kind.OTHER, OptionalLong.empty(), ""));

        assertThat(problems(List.of(look(10)), odd, NOBODY)).hasSize(3);
    }

    @Test
    void occupants_that_cannot_be_are_found() throws Exception {
        GpuProcess nobody = new GpuProcess(0, "compute", Reading.absent("the driver does not know"));
        List<GpuOccupants> odd = List.of(
                new GpuOccupants(1, 0, Reading.of(List.of(nobody))),
                new GpuOccupants(1, 0, Reading.of(List.of())),
                new GpuOccupants(1, 2, Reading.of(List.of())));

        assertThat(problems(List.of(look(10)), List.of(), odd))
                .hasSize(4)
                .contains("occupants of GPU 0: twice", "occupants: none of GPU 1");
    }

    @Test
    void a_gpu_that_becomes_another_is_found() throws Exception {
        GpuInventory sound = Doctored.inventory().read();
        GpuInventory other = Doctored.inventory()
                .with("/gpus/1/uuid", "GPU-00000000-0000-0000-0000-00000000000f")
                .read();

        assertThat(WatchChecks.problems(sound, sound)).isEmpty();
        assertThat(WatchChecks.problems(sound, other))
                .singleElement()
                .asString()
                .startsWith("GPU 1: has become");
    }
}
