package org.servedyno.results.store;

import java.io.IOException;
import java.nio.file.Path;

/** A folder was taken for a run directory and is none. */
public final class NotARunDirectoryException extends IOException {
    private static final long serialVersionUID = 1;

    NotARunDirectoryException(Path folder, String why) {
        super(folder + " is no run directory: " + why);
    }
}
