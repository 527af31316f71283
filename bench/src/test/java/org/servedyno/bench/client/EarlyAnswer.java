package org.servedyno.bench.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that answers when it has read the first line of a request, and reads no further. */
final class EarlyAnswer implements AutoCloseable {
    private final ServerSocket listener;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<String> firstLines = new CopyOnWriteArrayList<>();

    private EarlyAnswer(ServerSocket listener) {
        this.listener = listener;
    }

    static EarlyAnswer start() throws IOException {
        EarlyAnswer server = new EarlyAnswer(new ServerSocket(0, 16, InetAddress.getLoopbackAddress()));
        Thread thread = new Thread(server::serve, "early answer");
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    private void serve() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                sockets.add(socket);
                BufferedReader in = new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1), 64);
                firstLines.add(String.valueOf(in.readLine()));
                socket.getOutputStream()
                        .write("HTTP/1.1 413 Large\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                return;
            }
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    List<String> firstLines() {
        return firstLines;
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
