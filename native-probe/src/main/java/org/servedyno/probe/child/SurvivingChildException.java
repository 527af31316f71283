package org.servedyno.probe.child;

/** A child that was killed and does not end: it hangs inside the kernel, mostly in a driver. */
public final class SurvivingChildException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    SurvivingChildException(String message) {
        super(message);
    }
}
