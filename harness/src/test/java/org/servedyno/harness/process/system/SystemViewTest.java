package org.servedyno.harness.process.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.servedyno.results.model.Reading;

final class SystemViewTest {
    private static final long OUR_PID = ProcessHandle.current().pid();

    @Test
    @EnabledOnOs(OS.LINUX)
    void proc_and_ps_agree_on_this_process() {
        ProcessTable.Entry byProc = find(new ProcTable());
        ProcessTable.Entry byPs = find(new PsTable());

        assertThat(byPs.parent()).isEqualTo(byProc.parent());
        assertThat(byPs.group()).isEqualTo(byProc.group());
        assertThat(new ProcTable().commandLine(OUR_PID)).contains("java");
        assertThat(new PsTable().commandLine(OUR_PID)).contains("java");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_listener_is_named_and_its_port_is_not_free() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            int port = socket.getLocalPort();

            assertThat(PortOwner.of(port).toOptional().orElseThrow())
                    .extracting(LivingProcess::pid)
                    .contains(OUR_PID);
            assertThat(FreePort.isFree(port)).isFalse();
        }
    }

    @Test
    void a_chosen_port_can_be_listened_on() throws Exception {
        int port = FreePort.choose(new Random());

        try (ServerSocket socket = new ServerSocket(port)) {
            assertThat(socket.isBound()).isTrue();
        }
    }

    @Test
    void the_launchers_word_on_the_open_file_limit_wins() {
        assertThat(OpenFileLimit.ofUser(Map.of("SERVEDYNO_NOFILE", "1024"), Optional.empty()))
                .isEqualTo(Reading.of("1024"));
        assertThat(OpenFileLimit.ofUser(Map.of("SERVEDYNO_NOFILE", "$(rm)"), Optional.empty())
                        .absentReason())
                .contains("SERVEDYNO_NOFILE is not set and the parent process is not visible");
    }

    private static ProcessTable.Entry find(ProcessTable table) {
        return table.living().stream()
                .filter(entry -> entry.pid() == OUR_PID)
                .findFirst()
                .orElseThrow();
    }
}
