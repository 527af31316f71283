package org.servedyno.probe.replay;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.servedyno.probe.nvml.call.NvmlCalls;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;

/**
 * Answers as the recorded node did: to the same question, its answers in their order, and after the last of them that one again. A
 * question it was never asked is {@link NvmlReturn#NOT_RECORDED}. A call that never came back hangs again. Safe for several threads.
 */
final class ReplayedCalls implements NvmlCalls {
    private final String library;
    private final Map<List<String>, Deque<Exchange>> answers = new HashMap<>();

    ReplayedCalls(String library, List<Exchange> exchanges) {
        this.library = library;
        exchanges.forEach(exchange -> answers.computeIfAbsent(exchange.key(), key -> new ArrayDeque<>())
                .add(exchange));
    }

    @Override
    public NvmlReturn call(String symbol, Object... arguments) {
        Question question = Question.of(symbol, arguments);
        Exchange exchange = next(Exchange.key(symbol, question.in()));
        if (exchange == null) {
            return NvmlReturn.NOT_RECORDED;
        }
        Optional<Exchange.Returned> returned = exchange.returned();
        if (returned.isEmpty()) {
            hang();
            return NvmlReturn.NOT_RECORDED;
        }
        question.fill(returned.get().out());
        return new NvmlReturn(returned.get().code());
    }

    private synchronized @Nullable Exchange next(List<String> key) {
        Deque<Exchange> left = answers.get(key);
        if (left == null) {
            return null;
        }
        return left.size() > 1 ? left.remove() : left.element();
    }

    private static void hang() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Reading<String> file(Path path) {
        return Optional.ofNullable(next(Exchange.key(Exchange.FILE, List.of(path.toString()))))
                .flatMap(Exchange::file)
                .map(Exchange.FileText::text)
                .orElseGet(() -> Reading.absent(path + ": " + NvmlReturn.NOT_RECORDED.name()));
    }

    @Override
    public ClockAnchor now() {
        return Optional.ofNullable(next(Exchange.key(Exchange.CLOCKS, List.of())))
                .flatMap(Exchange::clocks)
                .orElseGet(ClockAnchor::now);
    }

    @Override
    public String library() {
        return library;
    }
}
