package org.servedyno.harness.cli.bench;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.servedyno.bench.client.ClientProgress;
import org.servedyno.harness.cli.session.Terminal;
import org.servedyno.results.model.RequestRecord;

/** Shows how far the pass is: one line that is written over on a terminal, a plain line now and then elsewhere. Keeps texts by request. */
final class BenchProgress implements ClientProgress {
    private static final long PLAIN_EVERY_NS = TimeUnit.SECONDS.toNanos(5);

    private final boolean shown;
    private final Terminal terminal;
    private final Map<String, String> texts = new HashMap<>();
    private final long startNs = System.nanoTime();
    private long toldNs = startNs;

    BenchProgress(Terminal terminal, boolean shown) {
        this.terminal = terminal;
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
    public void ended(RequestRecord request, String text) {
        if (!text.isEmpty()) {
            texts.put(request.id(), text);
        }
    }

    /** The generated text of a request; empty where none was kept. */
    String text(String id) {
        return texts.getOrDefault(id, "");
    }
}
