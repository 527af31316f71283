package org.servedyno.bench.sim.http;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.servedyno.bench.sim.fault.FaultKind;
import org.servedyno.bench.sim.http.request.CompletionRequest;
import org.servedyno.bench.sim.scheduler.FinishReason;
import org.servedyno.bench.sim.scheduler.TokenSink;
import org.servedyno.bench.sim.text.AnswerText;

/** Sends an answer token by token as server-sent events. Belongs to the connection's event loop. */
final class EventStream implements TokenSink {
    private static final byte[] DATA = ascii("data: ");
    private static final byte[] END = ascii("}\n\n");
    private static final byte[] DONE = ascii("data: [DONE]\n\n");

    private static final byte[] FAILURE =
            ascii("data: {\"error\":{\"message\":\"EngineCore encountered an issue. See stack trace above for the root"
                    + " cause.\",\"type\":\"InternalServerError\",\"param\":null,\"code\":500}}\n\n");
    /** Events with text that still come when a stream breaks off. */
    private static final int EVENTS_BEFORE_BREAK = 3;

    private final Exchange exchange;
    private final CompletionRequest request;
    private final AnswerJson json;
    private final AnswerText text;
    private final StreamStyle style;
    private final Optional<FaultKind> fault;
    private final byte[] beforeText;
    private final byte[] afterText;

    private int sentTokens;
    private int sentEvents;
    private boolean broken;

    EventStream(
            Exchange exchange,
            CompletionRequest request,
            AnswerJson json,
            AnswerText text,
            StreamStyle style,
            Optional<FaultKind> fault) {
        this.exchange = exchange;
        this.request = request;
        this.json = json;
        this.text = text;
        this.style = style;
        this.fault = fault;
        this.beforeText = utf8("data: " + json.beforeText());
        this.afterText = utf8(json.afterText(Optional.empty()));
    }

    /** Sends the head of the response, which engines send before the first token. */
    void begin() {
        exchange.beginStream();
        exchange.flush();
    }

    @Override
    public void onToken(int index, Optional<FinishReason> finished) {
        if (broken || exchange.isOver()) {
            return;
        }
        int heldTokens = index + 1 - sentTokens;
        if (finished.isPresent() || index == 0 || heldTokens >= style.intervalTokens()) {
            sendTokens(index + 1, finished);
        }
        if (finished.isPresent()) {
            end();
        }
        exchange.flush();
    }

    private void sendTokens(int untilToken, Optional<FinishReason> finished) {
        if (breaksOff()) {
            return;
        }
        if (request.chat() && sentTokens == 0) {
            event(json.roleEvent(), 0);
        }
        boolean plain = finished.isEmpty() || (request.chat() && style.separateFinishEvent());
        byte[] after = plain ? afterText : utf8(json.afterText(finished));
        ByteBuf event = exchange.buffer(512);
        event.writeBytes(beforeText);
        for (int token = sentTokens; token < untilToken; token++) {
            event.writeBytes(text.utf8(token));
        }
        event.writeBytes(after);
        if (request.continuousUsage()) {
            event.writeBytes(ascii(json.usage(untilToken)));
        }
        event.writeBytes(END);
        exchange.send(event);
        sentTokens = untilToken;
        sentEvents++;
        if (finished.isPresent() && plain) {
            event(json.finishEvent(finished.get()), untilToken);
        }
    }

    private void end() {
        if (broken || exchange.isOver()) {
            return;
        }
        if (request.includeUsage() && !faultIs(FaultKind.NO_USAGE)) {
            event(json.usageEvent(sentTokens), 0);
        }
        if (!faultIs(FaultKind.NO_DONE)) {
            bytes(DONE);
        }
        exchange.endStream();
    }

    /** Ends the stream without a token. */
    void endEmpty() {
        exchange.beginStream();
        bytes(DONE);
        exchange.endStream();
    }

    private boolean breaksOff() {
        if (sentEvents < EVENTS_BEFORE_BREAK || fault.isEmpty()) {
            return false;
        }
        switch (fault.get()) {
            case STALL_STREAM -> broken = true;
            case DROP_CONNECTION -> {
                broken = true;
                exchange.drop();
            }
            case ERROR_EVENT -> {
                broken = true;
                bytes(FAILURE);
                bytes(DONE);
                exchange.endStreamEarly();
            }
            default -> {}
        }
        return broken;
    }

    private boolean faultIs(FaultKind kind) {
        return fault.isPresent() && fault.get() == kind;
    }

    /** Sends an object that is still open, with the usage so far if every event is to carry it ({@code tokens} above 0). */
    private void event(String openJson, int tokens) {
        ByteBuf event = exchange.buffer(512);
        event.writeBytes(DATA);
        event.writeBytes(utf8(openJson));
        if (request.continuousUsage() && tokens > 0) {
            event.writeBytes(ascii(json.usage(tokens)));
        }
        event.writeBytes(END);
        exchange.send(event);
    }

    private void bytes(byte[] raw) {
        exchange.send(exchange.buffer(raw.length).writeBytes(raw));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
