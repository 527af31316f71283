package org.servedyno.harness.cli.doctor;

/**
 * One thing looked at.
 *
 * @param id its name in JSON, kebab-case
 * @param state how it is
 * @param seen what was seen
 * @param advice the next step; empty when there is nothing to do
 */
public record Finding(String id, State state, String seen, String advice) {
    /** How a thing is. */
    public enum State {
        /** Fine. */
        OK,
        /** Works, with a limit worth knowing. */
        NOTE,
        /** Something of ServeDyno won't work here. */
        FAIL
    }

    static Finding ok(String id, String seen) {
        return new Finding(id, State.OK, seen, "");
    }

    static Finding note(String id, String seen, String advice) {
        return new Finding(id, State.NOTE, seen, advice);
    }

    static Finding fail(String id, String seen, String advice) {
        return new Finding(id, State.FAIL, seen, advice);
    }
}
