package org.servedyno.harness.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.servedyno.harness.process.system.LivingProcess;
import org.servedyno.harness.process.system.PortOwner;
import org.servedyno.results.model.Reading;

/** Whose the listener on a port is, as seen from a group. */
public sealed interface PortClaim {
    /** Nobody listens. */
    record Nobody() implements PortClaim {}

    /**
     * A member of the group listens.
     *
     * @param process which one
     */
    record Ours(LivingProcess process) implements PortClaim {}

    /**
     * A process that is no member listens. While a group forks, a new member may look like a stranger for a moment: ask twice.
     *
     * @param process which one
     */
    record Stranger(LivingProcess process) implements PortClaim {}

    /**
     * Somebody listens, and the system does not show who.
     *
     * @param reason why not
     */
    record Unproved(String reason) implements PortClaim {}

    /** Looks once at a port of this machine; takes at most half a second. */
    static PortClaim of(int port, ProcessGroup group) {
        Reading<List<LivingProcess>> owners = PortOwner.of(port);
        if (owners instanceof Reading.Absent<List<LivingProcess>> absent) {
            return canConnect(port) ? new Unproved(absent.reason()) : new Nobody();
        }
        List<LivingProcess> listeners = owners.toOptional().orElse(List.of());
        if (listeners.isEmpty()) {
            return new Nobody();
        }
        Set<Long> members = group.members().stream().map(LivingProcess::pid).collect(Collectors.toSet());
        Optional<PortClaim> ours = listeners.stream()
                .filter(listener -> members.contains(listener.pid()))
                .<PortClaim>map(Ours::new)
                .findFirst();
        return ours.orElseGet(() -> new Stranger(listeners.get(0)));
    }

    private static boolean canConnect(int port) {
        final int patienceMillis = 500;
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), patienceMillis);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }
}
