package org.servedyno.probe.replay;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;

/**
 * One question to the node and its answer: a line of {@code calls.ndjson.gz}. Without any answer it is a call that never came back.
 *
 * @param ask the function's symbol; {@code file} or {@code clocks} for the two questions that are none to the library
 * @param in the arguments as text: see {@link Question}
 * @param returned what the function returned
 * @param file what the file held
 * @param clocks what the clocks showed
 */
record Exchange(
        String ask,
        List<String> in,
        Optional<Returned> returned,
        Optional<FileText> file,
        Optional<ClockAnchor> clocks) {
    static final String FILE = "file";
    static final String CLOCKS = "clocks";

    Exchange {
        in = List.copyOf(in);
    }

    /**
     * What a function returned.
     *
     * @param code its {@code nvmlReturn_t}
     * @param out all its buffers after the call: see {@link Question#contents}
     * @param tookUs how long it took, microseconds; for the reader of a recording, a replay does not wait
     */
    record Returned(int code, List<String> out, long tookUs) {
        Returned {
            out = List.copyOf(out);
        }
    }

    /**
     * What a file of the kernel held.
     *
     * @param text all of it, or why it was not read
     */
    record FileText(Reading<String> text) {}

    static Exchange of(Question question, Returned returned) {
        return new Exchange(
                question.symbol(), question.in(), Optional.of(returned), Optional.empty(), Optional.empty());
    }

    static Exchange unanswered(Question question) {
        return new Exchange(question.symbol(), question.in(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    static Exchange of(String path, Reading<String> text) {
        return new Exchange(FILE, List.of(path), Optional.empty(), Optional.of(new FileText(text)), Optional.empty());
    }

    static Exchange of(ClockAnchor clocks) {
        return new Exchange(CLOCKS, List.of(), Optional.empty(), Optional.empty(), Optional.of(clocks));
    }

    /** What a replay finds it by. */
    List<String> key() {
        return key(ask, in);
    }

    static List<String> key(String ask, List<String> in) {
        return Stream.concat(Stream.of(ask), in.stream()).toList();
    }
}
