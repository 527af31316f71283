package org.servedyno.bench.sim.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultTest {
    private static final long SECOND_NS = 1_000_000_000L;

    @Test
    void a_fault_is_read_with_and_without_its_number() {
        assertThat(Fault.parse("crash-after:20")).isEqualTo(new Fault(FaultKind.CRASH_AFTER, OptionalInt.of(20)));
        assertThat(Fault.parse("oom")).isEqualTo(new Fault(FaultKind.OOM, OptionalInt.empty()));
        assertThat(Fault.parse("stall-stream:3")).hasToString("stall-stream:3");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "crash|no failure is called 'crash'",
                "crash-after|crash-after needs a number of requests, for example crash-after:20",
                "oom:1|oom takes no number: 'oom:1'",
                "crash-after:x|'x' in 'crash-after:x' is not a whole number",
                "crash-after:0|the number in 'crash-after:0' must be at least 1"
            })
    void a_fault_that_makes_no_sense_is_refused_with_the_reason(String text, String message) {
        assertThatThrownBy(() -> Fault.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void every_kind_can_be_read_back_from_its_name() {
        for (FaultKind kind : FaultKind.values()) {
            String text = kind.argument() == FaultKind.Argument.REQUIRED ? kind.label() + ":1" : kind.label();
            assertThat(Fault.parse(text).kind()).isEqualTo(kind);
        }
    }

    @Test
    void every_third_request_is_every_third_request() {
        assertThat(strikes("reject-every:3", 7)).containsExactly(false, false, true, false, false, true, false);
    }

    @Test
    void after_two_requests_means_from_the_third_on() {
        assertThat(strikes("hang-after:2", 4)).containsExactly(false, false, true, true);
    }

    @Test
    void a_stream_fault_without_a_number_hits_every_request() {
        assertThat(strikes("no-done", 3)).containsExactly(true, true, true);
    }

    @Test
    void an_early_health_lasts_as_long_as_asked() {
        RequestFaults faults = new RequestFaults(Optional.of(Fault.parse("health-early:5")), 0);

        assertThat(faults.next(4 * SECOND_NS)).contains(FaultKind.HEALTH_EARLY);
        assertThat(faults.next(6 * SECOND_NS)).isEmpty();
        assertThat(new RequestFaults(Optional.of(Fault.parse("health-early")), 0).next(3600 * SECOND_NS))
                .contains(FaultKind.HEALTH_EARLY);
    }

    private static List<Boolean> strikes(String fault, int requests) {
        RequestFaults faults = new RequestFaults(Optional.of(Fault.parse(fault)), 0);
        return IntStream.range(0, requests)
                .mapToObj(i -> faults.next(0).isPresent())
                .toList();
    }
}
