package org.servedyno.harness.cli.bench;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.servedyno.bench.client.ClientProgress;
import org.servedyno.bench.client.GeneratedText;
import org.servedyno.harness.cli.session.Terminal;
import org.servedyno.results.model.RequestRecord;

/** Shows how far the pass is: one line that is written over on a terminal, a plain line now and then elsewhere. Keeps texts by request. */
final class BenchProgress implements ClientProgress {
    private static final GeneratedText NOTHING = new GeneratedText("", "");
    private static final long PLAIN_EVERY_NS = TimeUnit.SECONDS.toNanos(5);

    private final boolean shown;
    private final Terminal terminal;
    private final Map<String, GeneratedText> texts = new HashMap<>();
    private final boolean keepsEveryText;
    private final long startNs = System.nanoTime();
    private long toldNs = startNs;

    /**
     * @param keepsEveryText whether to keep the text of all requests, and not only of those whose tokens the server did not count
     */
    BenchProgress(Terminal terminal, boolean shown, boolean keepsEveryText) {
        this.terminal = terminal;
        this.keepsEveryText = keepsEveryText;
        this.shown = shown;
    }

    @Override
    public void at(int done, int failed, int total) {
        long nowNs = System.nanoTime();
        boolean last = done == total;
        if (!shown || (!terminal.interactive() && !last && nowNs - toldNs < PLAIN_EVERY_NS)) {
            return;
        }
        toldNs = nowNs;
        double seconds = (nowNs - startNs) / 1e9;
        String eta =
                done == 0 || last ? "" : String.format(Locale.ROOT, ", %.0f s to go", seconds / done * (total - done));
        String text =
                String.format(Locale.ROOT, "%d of %d requests, %d failed, %.0f s%s", done, total, failed, seconds, eta);
        if (last || !terminal.interactive()) {
            terminal.line("%s", text);
        } else {
            terminal.status(text);
        }
    }

    @Override
    public void ended(RequestRecord request, GeneratedText text) {
        if (!text.isEmpty() && (keepsEveryText || request.outputTokens().isEmpty())) {
            texts.put(request.id(), text);
        }
    }

    /** The generated text of a request; empty where none was kept. */
    GeneratedText text(String id) {
        return texts.getOrDefault(id, NOTHING);
    }
}
