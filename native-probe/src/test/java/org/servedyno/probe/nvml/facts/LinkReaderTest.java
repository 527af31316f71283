package org.servedyno.probe.nvml.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.ScriptedCalls;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.info.NvLinks;

class LinkReaderTest {
    private static final int INVALID_ARGUMENT = 2;

    /** A library that answers for four links, of which the last ones are down. */
    private static NvLinks links(int up, Reading<Integer> counted) {
        ScriptedCalls calls = new ScriptedCalls()
                .answer("nvmlDeviceGetNvLinkState", arguments -> {
                    int link = (Integer) arguments[1];
                    ScriptedCalls.buffer(arguments, 2).putInt(0, link < up ? 1 : 0);
                    return link < 4 ? 0 : INVALID_ARGUMENT;
                })
                .answer("nvmlDeviceGetNvLinkVersion", arguments -> {
                    ScriptedCalls.buffer(arguments, 2).putInt(0, (Integer) arguments[1] < up ? 6 : 0);
                    return 0;
                });
        return LinkReader.read(new NvmlDevice(calls, 1, 0), counted);
    }

    private static List<Integer> numbers(NvLinks links) {
        return links.lanes().toOptional().orElseThrow().stream()
                .map(NvLinks.Lane::link)
                .toList();
    }

    @Test
    void links_that_the_chip_does_not_have_are_not_listed_with_counters_of_zero() {
        assertThat(numbers(links(0, Reading.of(0)))).isEmpty();
        assertThat(numbers(links(2, Reading.of(3)))).containsExactly(0, 1, 2);
    }

    @Test
    void a_link_that_is_up_is_listed_whatever_the_count_says() {
        assertThat(numbers(links(3, Reading.of(1)))).containsExactly(0, 1, 2);
    }

    @Test
    void without_a_count_the_links_that_are_down_and_have_no_version_are_left_out() {
        assertThat(numbers(links(2, Reading.absent("not supported")))).containsExactly(0, 1);
    }

    @Test
    void version_0_means_that_there_is_none() {
        List<NvLinks.Lane> lanes = links(1, Reading.of(2)).lanes().toOptional().orElseThrow();

        assertThat(lanes.get(0).version()).isEqualTo(Reading.of(6));
        assertThat(lanes.get(1).version()).isEqualTo(Reading.absent("no version from nvmlDeviceGetNvLinkVersion"));
    }
}
