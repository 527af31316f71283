package org.servedyno.bench.client;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.servedyno.bench.workload.WorkloadRequest;

/** Whole requests as they go over the wire. */
final class RequestBytes {
    /** Requests up to this many bytes are written out before the clock starts, the rest when their turn comes. */
    private static final long PREPARED_BYTES = 64L * 1024 * 1024;

    private final ClientJob job;
    private final Deque<ByteBuffer> prepared = new ArrayDeque<>();
    private final String head;

    RequestBytes(URI baseUrl, ClientJob job) {
        this.job = job;
        StringBuilder text = new StringBuilder();
        String prefix = baseUrl.getRawPath() == null ? "" : baseUrl.getRawPath().replaceAll("/+$", "");
        text.append("POST ").append(prefix).append(job.body().endpoint().path()).append(" HTTP/1.1\r\n");
        text.append("Host: ").append(baseUrl.getRawAuthority()).append("\r\n");
        text.append("Accept: */*\r\nAccept-Encoding: identity\r\nUser-Agent: servedyno\r\n");
        text.append("Content-Type: application/json\r\n");
        job.headers().forEach(line -> text.append(line).append("\r\n"));
        this.head = text.toString();
    }

    /** Writes out the first requests, in the order they will be asked for. */
    void prepare(List<WorkloadRequest> requests) {
        long size = 0;
        for (WorkloadRequest request : requests) {
            if (size > PREPARED_BYTES) {
                return;
            }
            ByteBuffer bytes = encoded(request);
            size += bytes.remaining();
            prepared.addLast(bytes);
        }
    }

    /** The next request; to be called once for each, in order. */
    ByteBuffer of(WorkloadRequest request) {
        ByteBuffer ready = prepared.pollFirst();
        return ready == null ? encoded(request) : ready;
    }

    private ByteBuffer encoded(WorkloadRequest request) {
        byte[] body = job.body().bytes(request.prompt(), request.outputTokens());
        String rest = "x-request-id: " + request.id() + "\r\nContent-Length: " + body.length + "\r\n\r\n";
        byte[] start = (head + rest).getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer all = ByteBuffer.allocate(start.length + body.length);
        return all.put(start).put(body).flip();
    }
}
