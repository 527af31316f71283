package org.servedyno.harness.engine.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LogProgressTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private final LogProgress progress = new LogProgress();

    @Test
    void a_counter_that_goes_up_is_progress_and_tells_how_long_is_left() {
        assertThat(look("Loading safetensors checkpoint shards:   2% Completed | 1/62 [00:29<29:29, 29.0s/it]", 0))
                .isFalse();
        assertThat(look("Loading safetensors checkpoint shards:   5% Completed | 3/62 [01:27<28:31, 29.0s/it]", 58))
                .isTrue();

        assertThat(progress.words()).contains("3/62, about 28 min left");
        assertThat(progress.lastAdvanceNs()).hasValue(58 * SECOND_NS);
    }

    @Test
    void a_counter_that_stands_still_is_none() {
        look("3/62", 0);
        look("3/62", 10);

        assertThat(progress.lastAdvanceNs()).hasValue(0);
        assertThat(progress.words()).isEmpty();
    }

    @Test
    void dates_paths_and_fractions_are_no_counters() {
        look("2026/11/30 10:00:00 using /models/1/2 at 3/4.5 with 1/1", 0);
        look("2026/12/01 10:00:00 using /models/1/3 at 4/4.5 with 1/1", 1);

        assertThat(progress.lastAdvanceNs()).isEmpty();
    }

    private boolean look(String line, long seconds) {
        return progress.look(List.of("something before", line), seconds * SECOND_NS);
    }
}
