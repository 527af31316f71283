package org.servedyno.bench.sim.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Optional;
import org.servedyno.bench.sim.fault.FaultKind;
import org.servedyno.bench.sim.http.request.ApiProblem;
import org.servedyno.bench.sim.scheduler.FinishReason;
import org.servedyno.bench.sim.scheduler.TokenSink;
import org.servedyno.bench.sim.text.AnswerText;

/** Collects an answer and sends it in one piece. Belongs to the connection's event loop. */
final class WholeAnswer implements TokenSink {
    private final Exchange exchange;
    private final AnswerJson json;
    private final AnswerText text;
    private final Optional<FaultKind> fault;
    private final StringBuilder collected = new StringBuilder();

    WholeAnswer(Exchange exchange, AnswerJson json, AnswerText text, Optional<FaultKind> fault) {
        this.exchange = exchange;
        this.json = json;
        this.text = text;
        this.fault = fault;
    }

    @Override
    public void onToken(int index, Optional<FinishReason> finished) {
        collected.append(text.word(index));
        if (finished.isPresent()) {
            finish(index + 1, finished.get());
        }
    }

    private void finish(int tokens, FinishReason reason) {
        if (fault.isEmpty()) {
            send(tokens, reason, true);
            return;
        }
        switch (fault.get()) {
            case STALL_STREAM -> {}
            case DROP_CONNECTION -> exchange.drop();
            case ERROR_EVENT -> exchange.problem(ApiProblem.engineFailure());
            case NO_USAGE -> send(tokens, reason, false);
            default -> send(tokens, reason, true);
        }
    }

    private void send(int tokens, FinishReason reason, boolean withUsage) {
        exchange.json(HttpResponseStatus.OK, json.whole(collected.toString(), reason, tokens, withUsage));
    }

    /** Answers at once and without a token. */
    void finishEmpty() {
        send(0, FinishReason.STOP, true);
    }
}
