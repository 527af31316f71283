package org.servedyno.harness.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.servedyno.bench.client.GeneratedText;
import org.servedyno.bench.tokenizer.Tokenizer;
import org.servedyno.results.model.RequestRecord;

/**
 * Counts the output of requests that the server did not count, by encoding their text anew. An estimate: text need not encode to the
 * tokens it was decoded from.
 */
final class OutputTokens {
    /** The word in a record for tokens counted so. */
    static final String SOURCE = "tokenizer";

    private OutputTokens() {}

    /** The records with every count that can be had; the server's own counts stay. */
    static List<RequestRecord> counted(List<RequestRecord> records, BenchProgress texts, Tokenizer tokenizer) {
        List<RequestRecord> counted = new ArrayList<>(records.size());
        for (RequestRecord record : records) {
            GeneratedText text = texts.text(record.id());
            boolean ask = record.succeeded() && record.outputTokens().isEmpty() && !text.isEmpty();
            counted.add(ask ? withCount(record, tokens(text, tokenizer)) : record);
        }
        return counted;
    }

    private static int tokens(GeneratedText text, Tokenizer tokenizer) {
        return tokenizer.encode(text.reasoning()).length + tokenizer.encode(text.visible()).length;
    }

    private static RequestRecord withCount(RequestRecord record, int outputTokens) {
        return new RequestRecord(
                record.id(),
                record.intendedNs(),
                record.connectNs(),
                record.sentNs(),
                record.firstByteNs(),
                record.content(),
                record.endNs(),
                record.promptTokens(),
                OptionalInt.of(outputTokens),
                SOURCE,
                record.finishReason(),
                record.outcome());
    }
}
