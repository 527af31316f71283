package org.servedyno.probe.child;

/**
 * How a child ended.
 *
 * @param code its exit code; above 128 it is 128 plus the signal that ended it
 * @param destroyed whether it did not end by itself within the grace and was killed
 * @param tail the last lines it wrote to stderr, and to stdout besides its events
 */
public record ChildExit(int code, boolean destroyed, String tail) {
    /** Whether it ended by itself with code 0. */
    public boolean clean() {
        return code == 0 && !destroyed;
    }
}
