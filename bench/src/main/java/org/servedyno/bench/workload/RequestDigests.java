package org.servedyno.bench.workload;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The two digests that {@link RequestSet} defines. */
final class RequestDigests {
    private RequestDigests() {}

    static String ofPrompts(List<WorkloadRequest> requests) {
        MessageDigest digest = sha256();
        requests.forEach(request -> updateWithPrompt(digest, request));
        return HexFormat.of().formatHex(digest.digest());
    }

    static String ofWork(List<WorkloadRequest> requests) {
        MessageDigest digest = sha256();
        for (WorkloadRequest request : requests) {
            updateWithPrompt(digest, request);
            digest.update(ByteBuffer.allocate(Integer.BYTES * 2 + Long.BYTES)
                    .putInt(request.promptTokens())
                    .putInt(request.outputTokens())
                    .putLong(request.arrivalNs())
                    .flip());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void updateWithPrompt(MessageDigest digest, WorkloadRequest request) {
        digest.update(request.prompt().getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
