package org.servedyno.probe.nvml.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.servedyno.probe.nvml.call.FieldValues.Ask;
import org.servedyno.results.model.Reading;

class FieldValuesTest {
    private static final int TYPE_U64 = 3;

    @Test
    void a_number_too_large_for_its_place_is_absent_with_the_number() {
        Ask ask = Ask.of(NvmlField.LINK_SPEED_MBPS);
        ScriptedCalls calls = new ScriptedCalls().answer("nvmlDeviceGetFieldValues", arguments -> {
            ScriptedCalls.buffer(arguments, 2).putInt(24, TYPE_U64).putLong(32, 1L << 40);
            return 0;
        });

        FieldValues values = new FieldValues(List.of(ask)).read(new NvmlDevice(calls, 1, 0));

        assertThat(values.whole(ask)).isEqualTo(Reading.of(1L << 40));
        assertThat(values.number(ask))
                .isEqualTo(Reading.absent("a number out of range in field 164 (LINK_SPEED_MBPS): 1099511627776"));
    }
}
