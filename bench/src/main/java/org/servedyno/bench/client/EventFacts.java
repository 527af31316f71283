package org.servedyno.bench.client;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What one event of a stream said. Reused from event to event, so that a stream of a million tokens makes no garbage; valid until the
 * next event is read.
 */
final class EventFacts {
    private final boolean keepText;
    private final StringBuilder visible = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder();
    private boolean content;
    private boolean done;
    private OptionalInt tokens = OptionalInt.empty();
    private OptionalInt promptTokens = OptionalInt.empty();
    private OptionalInt completionTokens = OptionalInt.empty();
    private Optional<String> finishReason = Optional.empty();
    private Optional<String> error = Optional.empty();

    /** @param keepText whether to keep the visible text of all events */
    EventFacts(boolean keepText) {
        this.keepText = keepText;
    }

    void clear() {
        content = false;
        done = false;
        tokens = OptionalInt.empty();
        promptTokens = OptionalInt.empty();
        completionTokens = OptionalInt.empty();
        finishReason = Optional.empty();
        error = Optional.empty();
    }

    /** Whether it carried generated content: text, reasoning, a tool call or token ids. */
    public boolean content() {
        return content;
    }

    /** Whether it was the {@code [DONE]} that ends a stream. */
    public boolean done() {
        return done;
    }

    /** Tokens in it by its token ids; empty when it names none. */
    public OptionalInt tokens() {
        return tokens;
    }

    /** The server's count of the prompt, where the event reports usage. */
    public OptionalInt promptTokens() {
        return promptTokens;
    }

    /** The server's count of the tokens generated so far, where the event reports usage. */
    public OptionalInt completionTokens() {
        return completionTokens;
    }

    public Optional<String> finishReason() {
        return finishReason;
    }

    /** The message of an error that the server put into the stream. */
    public Optional<String> error() {
        return error;
    }

    void markContent() {
        content = true;
    }

    boolean keepsText() {
        return keepText;
    }

    void addText(String more, boolean isVisible) {
        (isVisible ? visible : reasoning).append(more);
    }

    /** The text of all events so far, where it is kept. */
    GeneratedText text() {
        return keepText ? new GeneratedText(visible.toString(), reasoning.toString()) : GeneratedText.NONE;
    }

    void markDone() {
        done = true;
    }

    void addTokens(int count) {
        tokens = OptionalInt.of(tokens.orElse(0) + count);
    }

    void setPromptTokens(int count) {
        promptTokens = OptionalInt.of(count);
    }

    void setCompletionTokens(int count) {
        completionTokens = OptionalInt.of(count);
    }

    void setFinishReason(String reason) {
        finishReason = Optional.of(reason);
    }

    void setError(String message) {
        error = Optional.of(message);
    }
}
