package org.servedyno.bench.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.servedyno.bench.client.http.HttpResponseParser;
import org.servedyno.bench.client.http.MalformedResponseException;
import org.servedyno.bench.client.http.ResponseHead;
import org.servedyno.bench.client.http.SseParser;
import org.servedyno.bench.workload.WorkloadRequest;
import org.servedyno.results.model.ContentEvents;
import org.servedyno.results.model.RequestRecord;

/**
 * One request and its streamed answer, moment by moment. Content times go into a primitive array that grows; nothing is made per
 * event. Belongs to the event-loop thread.
 */
final class Exchange implements HttpResponseParser.Listener {
    private static final int OK = 200;
    private static final int FIRST_CAPACITY = 64;
    private static final int ERROR_BODY_BYTES = 2000;

    private final String id;
    private final int ownPromptTokens;
    private final long intendedNs;
    private final long begunNs;
    private final EventReader reader;
    private final EventFacts facts;
    private final ByteBuffer wire;
    private boolean sentAgain;
    private final SseParser sse = new SseParser(this::event);
    private final StringBuilder errorBody = new StringBuilder();

    private OptionalLong connectNs = OptionalLong.empty();
    private OptionalLong sentNs = OptionalLong.empty();
    private OptionalLong firstByteNs = OptionalLong.empty();
    private long batchNs;
    private long lastHeardNs;
    private long[] contentNs = new long[FIRST_CAPACITY];
    private int[] contentTokens = new int[FIRST_CAPACITY];
    private boolean everyTokenCountKnown = true;
    private int contentCount;
    private OptionalInt promptTokens = OptionalInt.empty();
    private OptionalInt completionTokens = OptionalInt.empty();
    private Optional<String> finishReason = Optional.empty();
    private Optional<String> errorMessage = Optional.empty();
    private @Nullable String failure;
    private boolean sawDone;
    private int status;
    private boolean ended;
    private boolean reusable;

    Exchange(
            WorkloadRequest request,
            ByteBuffer wire,
            long intendedNs,
            long begunNs,
            EventReader reader,
            boolean keepText) {
        this.wire = wire;
        this.id = request.id();
        this.ownPromptTokens = request.promptTokens();
        this.intendedNs = intendedNs;
        this.begunNs = begunNs;
        this.lastHeardNs = begunNs;
        this.reader = reader;
        this.facts = new EventFacts(keepText);
    }

    /** The whole request, from its first byte. */
    ByteBuffer wire() {
        return wire.duplicate().rewind();
    }

    /** Whether nothing of an answer came, and it was sent once only. */
    boolean mayBeSentAgain() {
        return !sentAgain && firstByteNs.isEmpty();
    }

    boolean answerBegan() {
        return firstByteNs.isPresent();
    }

    /** Begins anew on another connection. */
    void sendAgain() {
        sentAgain = true;
        failure = null;
        sentNs = OptionalLong.empty();
    }

    void connected(long tookNs) {
        connectNs = OptionalLong.of(tookNs);
    }

    void sent(long nowNs) {
        sentNs = OptionalLong.of(nowNs);
        lastHeardNs = nowNs;
    }

    /** Bytes have come in at {@code nowNs}, the moment before they are parsed. */
    void bytesAt(long nowNs) {
        batchNs = nowNs;
        lastHeardNs = nowNs;
        if (firstByteNs.isEmpty()) {
            firstByteNs = OptionalLong.of(nowNs);
        }
    }

    @Override
    public void head(ResponseHead head) {
        if (ended) {
            fail(Failure.MALFORMED);
        }
        status = head.status();
    }

    @Override
    public void body(ByteBuffer bytes) throws MalformedResponseException {
        if (status == OK) {
            sse.feed(bytes);
        } else {
            while (bytes.hasRemaining()) {
                char c = (char) (bytes.get() & 0xff);
                if (errorBody.length() < ERROR_BODY_BYTES) {
                    errorBody.append(c);
                }
            }
        }
    }

    @Override
    public void end(boolean connectionReusable) {
        ended = true;
        reusable = connectionReusable;
    }

    private void event(byte[] data, int length) {
        try {
            reader.read(data, length, facts);
        } catch (IOException e) {
            fail(Failure.MALFORMED);
            return;
        }
        sawDone |= facts.done();
        if (facts.promptTokens().isPresent()) {
            promptTokens = facts.promptTokens();
        }
        if (facts.error().isPresent()) {
            errorMessage = facts.error();
            fail(Failure.ERROR_EVENT);
        }
        if (facts.finishReason().isPresent()) {
            finishReason = facts.finishReason();
        }
        if (facts.content()) {
            addContent();
        }
        if (facts.completionTokens().isPresent()) {
            completionTokens = facts.completionTokens();
        }
    }

    private void addContent() {
        if (contentCount == contentNs.length) {
            contentNs = Arrays.copyOf(contentNs, contentCount * 2);
            contentTokens = Arrays.copyOf(contentTokens, contentCount * 2);
        }
        contentNs[contentCount] = batchNs;
        if (facts.tokens().isPresent()) {
            contentTokens[contentCount] = facts.tokens().getAsInt();
        } else if (facts.completionTokens().isPresent()) {
            int total = facts.completionTokens().getAsInt();
            contentTokens[contentCount] = Math.max(0, total - completionTokens.orElse(0));
        } else {
            everyTokenCountKnown = false;
        }
        contentCount++;
    }

    /** Notes the first cause of failure; later ones follow from it. */
    void fail(String cause) {
        if (failure == null) {
            failure = cause;
        }
    }

    boolean hasFailed() {
        return failure != null;
    }

    boolean ended() {
        return ended;
    }

    boolean reusable() {
        return reusable;
    }

    /** When its turn came: the moment that deadlines count from. */
    long begunNs() {
        return begunNs;
    }

    /** The generated text, where the job asked to keep it; else empty. */
    GeneratedText text() {
        return facts.text();
    }

    /** When it was last heard of: begun, sent, or bytes received. */
    long lastHeardNs() {
        return lastHeardNs;
    }

    /** What the server said about the failure: an error's message, or the body of an answer that is not 200; else empty. */
    Optional<String> serverWords() {
        return errorMessage.isPresent()
                ? errorMessage
                : Optional.of(errorBody.toString()).filter(text -> !text.isBlank());
    }

    /** The whole story, once it has ended or was given up. */
    RequestRecord record(long endNs) {
        ContentEvents content = content();
        boolean counted = completionTokens.isPresent();
        return new RequestRecord(
                id,
                intendedNs,
                connectNs,
                sentNs,
                firstByteNs,
                content,
                endNs,
                promptTokens.orElse(ownPromptTokens),
                completionTokens,
                counted ? "usage" : "none",
                finishReason,
                outcome());
    }

    private ContentEvents content() {
        long[] times = Arrays.copyOf(contentNs, contentCount);
        return everyTokenCountKnown && contentCount > 0
                ? ContentEvents.of(times, Arrays.copyOf(contentTokens, contentCount))
                : ContentEvents.of(times);
    }

    private String outcome() {
        if (failure != null) {
            return failure;
        }
        if (status != OK) {
            return Failure.http(status);
        }
        if (!sawDone && finishReason.isEmpty()) {
            return Failure.TRUNCATED;
        }
        return contentCount == 0 ? Failure.NO_TOKEN : RequestRecord.SUCCESS;
    }
}
