package org.servedyno.probe.gate.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class XidTableTest {
    @ParameterizedTest
    @CsvSource({
        "TRIAL, '13,31,32,43,69,94'",
        "NODE, '46,48,54,61,62,64,74,79,95,109,110,119,120,136,140,143,144,145,146,147,148,149,150,155,156,158,171,172'",
        "SUSPECT, '44,45,63,92,121,137'",
        "NOTE, 154"
    })
    void each_code_does_what_its_severity_says(Xid.Effect effect, String codes) {
        assertThat(XidTable.standard().all().stream()
                        .filter(xid -> xid.effect() == effect)
                        .map(xid -> String.valueOf(xid.code())))
                .containsExactly(codes.split(","));
    }

    @ParameterizedTest
    @ValueSource(longs = {999, 1, 0, 4294967375L})
    void a_code_that_is_not_listed_makes_a_trial_suspect(long code) {
        Xid unknown = XidTable.standard().meaning(code);

        assertThat(unknown.effect()).isEqualTo(Xid.Effect.SUSPECT);
        assertThat(unknown.meaning()).isEqualTo("not in the table of this build");
    }

    @Test
    void all_problems_of_a_table_are_told_at_once() {
        assertThatThrownBy(() -> XidTable.read(List.of(
                        "# comment",
                        "79 | fell off | restart | node | catalogue",
                        "79 | again | restart | node | catalogue",
                        "x | no number | restart | node | catalogue",
                        "80 | odd effect | restart | doom | catalogue",
                        "81 | no source | restart | node |")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("line 3: 79 stands there twice", "line 4", "line 5", "line 6: 5 cells");
    }
}
