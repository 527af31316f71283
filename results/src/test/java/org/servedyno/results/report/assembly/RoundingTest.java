package org.servedyno.results.report.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.servedyno.results.report.InEveryLocale;

class RoundingTest {
    @Test
    void a_value_has_the_digits_its_interval_supports() {
        assertThat(Rounding.within(7310.4533, 17.5618)).isEqualTo("7310");
        assertThat(Rounding.halfWidth(17.5618)).isEqualTo("18");
        assertThat(Rounding.within(12.3456, 0.0432)).isEqualTo("12.346");
        assertThat(Rounding.halfWidth(0.0432)).isEqualTo("0.043");
        assertThat(Rounding.within(12.3456, 1.96)).isEqualTo("12.3");
    }

    @Test
    void without_an_interval_four_digits_are_enough() {
        assertThat(Rounding.plain(7310.4533)).isEqualTo("7310");
        assertThat(Rounding.plain(123456.7)).isEqualTo("123457");
        assertThat(Rounding.plain(0.012345)).isEqualTo("0.01235");
        assertThat(Rounding.plain(0)).isEqualTo("0");
        assertThat(Rounding.plain(-3.14159)).isEqualTo("-3.142");
        assertThat(Rounding.within(5, 0)).isEqualTo("5.000");
    }

    @Test
    void a_ratio_shows_where_its_interval_ends() {
        assertThat(Rounding.ratio(1.00038879, 0.001)).isEqualTo("1.0004");
        assertThat(Rounding.ratio(1.24663706, 0.0057)).isEqualTo("1.2466");
        assertThat(Rounding.ratio(2.5, 4)).isEqualTo("2.50");
        assertThat(Rounding.ratio(1, 0)).isEqualTo("1.0000");
    }

    @Test
    void percentages_have_no_idle_zeros() {
        assertThat(Rounding.percent(0.005)).isEqualTo("0.5 %");
        assertThat(Rounding.percent(0.01)).isEqualTo("1 %");
        assertThat(Rounding.percent(0.2)).isEqualTo("20 %");
    }

    @Test
    void numbers_and_times_read_the_same_in_every_locale() throws Exception {
        InEveryLocale.print(
                () -> Rounding.plain(0.25) + " " + TimeText.duration(Duration.ofMillis(12_440)) + " "
                        + TimeText.moment(Instant.EPOCH),
                text -> assertThat(text).isEqualTo("0.2500 12.4 s 1970-01-01 00:00:00"));
    }

    @Test
    void durations_use_the_unit_a_reader_would() {
        assertThat(TimeText.duration(Duration.ofSeconds(252))).isEqualTo("4 min 12 s");
        assertThat(TimeText.duration(Duration.ofMinutes(125))).isEqualTo("2 h 5 min");
    }

    @Test
    void a_path_is_quoted_where_a_shell_would_take_it_apart() {
        assertThat(PlanTables.quoted(Path.of("runs/a-1"))).isEqualTo("runs/a-1");
        assertThat(PlanTables.quoted(Path.of("my runs/it's"))).isEqualTo("'my runs/it'\\''s'");
    }
}
