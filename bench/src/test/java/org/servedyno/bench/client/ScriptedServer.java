package org.servedyno.bench.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on a real socket that answers each request by a script; a thread a connection. */
public final class ScriptedServer implements AutoCloseable {
    /** Answers one request. */
    public interface Script {
        /** Answers the request of that {@code number}, counted from 0 over all connections. */
        void answer(int number, Answer answer) throws IOException, InterruptedException;
    }

    /** What a script writes to. */
    public record Answer(Socket socket, OutputStream out) {
        /** Writes text at once. */
        public void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        /** Writes the head of a stream that ends with the connection's chunked coding. */
        public void streamHead() throws IOException {
            write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
        }

        /** Writes one event as one chunk. */
        public void event(String data) throws IOException {
            String text = "data: " + data + "\n\n";
            int length = text.getBytes(StandardCharsets.UTF_8).length;
            write(Integer.toHexString(length) + "\r\n" + text + "\r\n");
        }

        /** Writes an event with a piece of a completion. */
        public void text(String text) throws IOException {
            event("{\"choices\":[{\"index\":0,\"text\":\"" + text + "\",\"finish_reason\":null}]}");
        }

        /** Ends the stream as it should be ended. */
        public void finish(int completionTokens) throws IOException {
            event("{\"choices\":[{\"index\":0,\"text\":\"\",\"finish_reason\":\"length\"}]}");
            event("{\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":" + completionTokens + "}}");
            event("[DONE]");
            lastChunk();
        }

        /** Ends the chunked body. */
        public void lastChunk() throws IOException {
            write("0\r\n\r\n");
        }
    }

    private final ServerSocket listener;
    private final Script script;
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger peak = new AtomicInteger();
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    private ScriptedServer(ServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
    }

    public static ScriptedServer start(Script script) throws IOException {
        ScriptedServer server = new ScriptedServer(new ServerSocket(0, 1024, InetAddress.getLoopbackAddress()), script);
        daemon(server::accept);
        return server;
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "scripted server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
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
            Answer answer = new Answer(socket, socket.getOutputStream());
            while (readRequest(in) && !socket.isClosed()) {
                peak.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                script.answer(numbers.getAndIncrement(), new Answer(socket, new CountedEnd(answer.out())));
            }
        } catch (IOException e) {
            // The client went away, or the script hung up: both are what a test may want.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Counts a request as over when the last bytes of its answer are about to leave. */
    private final class CountedEnd extends OutputStream {
        private final OutputStream out;

        CountedEnd(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (new String(bytes, from, length, StandardCharsets.ISO_8859_1).equals("0\r\n\r\n")) {
                inFlight.decrementAndGet();
            }
            out.write(bytes, from, length);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }
    }

    private boolean readRequest(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                return false;
            }
            head.append((char) b);
        }
        heads.add(head.toString());
        String lower = head.toString().toLowerCase(Locale.ROOT);
        int at = lower.indexOf("content-length: ") + "content-length: ".length();
        int length = Integer.parseInt(lower.substring(at, lower.indexOf('\r', at)));
        return in.readNBytes(length).length == length;
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    /** The heads of all requests read. */
    public List<String> heads() {
        return heads;
    }

    /** How many connections were accepted. */
    public int connections() {
        return sockets.size();
    }

    /** Most requests that were read and whose answers had not ended. */
    public int peakInFlight() {
        return peak.get();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
