package org.servedyno.bench.sim.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Makes sequences and keeps what they got. */
final class Listener implements TokenSink {
    final List<Integer> indexes = new ArrayList<>();
    Optional<FinishReason> finished = Optional.empty();
    final Sequence sequence;

    /** A sequence whose prompt tokens are {@code firstToken}, {@code firstToken} + 1, ... */
    Listener(int promptTokens, int firstToken, int outputTokens) {
        int[] prompt = IntStream.range(firstToken, firstToken + promptTokens).toArray();
        Answer answer = new Answer(outputTokens, FinishReason.LENGTH, index -> 1_000_000 + firstToken + index);
        sequence = new Sequence(TokenIds.of(prompt), answer, this);
    }

    @Override
    public void onToken(int index, Optional<FinishReason> reason) {
        if (finished.isPresent()) {
            throw new IllegalStateException("a token after the last one");
        }
        indexes.add(index);
        finished = reason;
    }

    boolean isComplete() {
        return finished.isPresent()
                && indexes.equals(
                        IntStream.range(0, sequence.answer().tokens()).boxed().toList());
    }
}
