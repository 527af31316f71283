package org.servedyno.harness.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** A small server on a raw socket: names one model, and answers each completion by number with the text given for it. */
final class StreamingServer implements AutoCloseable {
    private static final String MODELS = "{\"data\":[{\"id\":\"scripted\"}]}";

    private final ServerSocket listener;
    private final IntFunction<String> answers;
    private final AtomicInteger numbers = new AtomicInteger();
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    private StreamingServer(ServerSocket listener, IntFunction<String> answers) {
        this.listener = listener;
        this.answers = answers;
    }

    /** @param answers the whole answer, head included, to completion number 0, 1, ...; empty for none ever */
    static StreamingServer start(IntFunction<String> answers) throws IOException {
        StreamingServer server =
                new StreamingServer(new ServerSocket(0, 64, InetAddress.getLoopbackAddress()), answers);
        daemon(server::accept);
        return server;
    }

    /** An answer of that many events, with or without the server's count. */
    static String stream(int tokens, boolean usage) {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < tokens; i++) {
            body.append("data: {\"choices\":[{\"text\":\" word\"}]}\n\n");
        }
        if (usage) {
            body.append("data: {\"choices\":[],\"usage\":{\"prompt_tokens\":8,\"completion_tokens\":")
                    .append(tokens)
                    .append("}}\n\n");
        }
        body.append("data: [DONE]\n\n");
        return answer("200 OK", body.toString());
    }

    /** A whole answer. */
    static String answer(String status, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n"
                + body;
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "streaming server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                sockets.add(socket);
                daemon(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (String head = request(in); !head.isEmpty(); head = request(in)) {
                String answer =
                        head.startsWith("GET ") ? answer("200 OK", MODELS) : answers.apply(numbers.getAndIncrement());
                out.write(answer.getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (IOException e) {
            // The client went away, or the test is over.
            return;
        }
    }

    private String request(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                return "";
            }
            head.append((char) b);
        }
        heads.add(head.toString());
        String lower = head.toString().toLowerCase(Locale.ROOT);
        int at = lower.indexOf("content-length: ");
        if (at >= 0) {
            int from = at + "content-length: ".length();
            in.readNBytes(Integer.parseInt(lower.substring(from, lower.indexOf('\r', from))));
        }
        return head.toString();
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    /** How many completions were asked for. */
    int completions() {
        return numbers.get();
    }

    List<String> heads() {
        return heads;
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
