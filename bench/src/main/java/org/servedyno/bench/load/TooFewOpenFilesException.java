package org.servedyno.bench.load;

import java.io.IOException;

/** The limit of open files is too low for the load asked for. */
public final class TooFewOpenFilesException extends IOException {
    private static final long serialVersionUID = 1;

    TooFewOpenFilesException(int connections, long needed, long limit) {
        super(connections + " connections need " + needed + " open files, but this process may open " + limit
                + ": raise the hard limit (ulimit -Hn), or bound the requests in flight");
    }
}
