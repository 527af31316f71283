package org.servedyno.harness.cli.session;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code run} and {@code demo} have in common. */
public final class StudyOptions {
    @Option(
            names = "--runs-dir",
            paramLabel = "DIR",
            description = "Folder that the run directory is made in (default: the plan's runs-dir, else runs).")
    private @Nullable Path runsDirectory;

    @Option(names = "--json", description = "Print one JSON document at the end; all else goes to stderr.")
    private boolean json;

    @Nullable
    Path runsDirectory() {
        return runsDirectory;
    }

    boolean json() {
        return json;
    }
}
