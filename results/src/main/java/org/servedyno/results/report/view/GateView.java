package org.servedyno.results.report.view;

/**
 * One gate over all trials, counted per trial and GPU.
 *
 * @param id the gate
 * @param expected its rule
 * @param passed how often it passed
 * @param warned how often it warned
 * @param failed how often it failed
 * @param skipped how often it had no data
 * @param example what was seen once: the worst finding
 */
public record GateView(String id, String expected, int passed, int warned, int failed, int skipped, String example) {
    /** The worst of what it found, fit for a CSS class. */
    public String worst() {
        if (failed > 0) {
            return "fail";
        }
        if (warned > 0) {
            return "warn";
        }
        return passed > 0 ? "pass" : "skip";
    }
}
