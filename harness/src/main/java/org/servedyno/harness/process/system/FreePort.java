package org.servedyno.harness.process.system;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Random;

/** Chooses ports to serve on. */
public final class FreePort {
    /** Below the ports that Linux and macOS give to outgoing connections, one of which could take ours while a model loads. */
    private static final int LOWEST = 20_000;

    private static final int HIGHEST = 32_000;
    private static final int TRIES = 100;

    private FreePort() {}

    /**
     * A port on which nobody listens at this moment.
     *
     * @throws IOException when the machine has none to give
     */
    public static int choose(Random random) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            int port = LOWEST + random.nextInt(HIGHEST - LOWEST);
            if (isFree(port)) {
                return port;
            }
        }
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Whether a server could listen on the port now, on every address as well as on loopback alone. */
    public static boolean isFree(int port) {
        return canBind(new InetSocketAddress(port))
                && canBind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    private static boolean canBind(InetSocketAddress address) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(address);
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
