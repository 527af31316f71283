package org.servedyno.bench.client;

/**
 * What a request generated; empty where the job does not keep it.
 *
 * @param visible the text a user sees
 * @param reasoning the text a model thinks in
 */
public record GeneratedText(String visible, String reasoning) {
    static final GeneratedText NONE = new GeneratedText("", "");

    /** Whether there is none at all. */
    public boolean isEmpty() {
        return visible.isEmpty() && reasoning.isEmpty();
    }
}
