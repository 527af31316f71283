package org.servedyno.results.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.servedyno.results.report.assembly.ReportAssembly;
import org.servedyno.results.report.view.ReportModel;
import org.servedyno.results.store.RunDirectory;
import org.servedyno.results.store.WholeFile;

/** Writes the reports of a run into its directory. */
public final class Reports {
    private Reports() {}

    /**
     * Reads the run's files and writes every format.
     *
     * @return what was shown, for the console
     * @throws IOException when the plan can't be read or a report can't be written
     */
    public static ReportModel write(RunDirectory run) throws IOException {
        ReportModel model = ReportAssembly.of(run);
        write(run, model, ReportFormat.ALL);
        return model;
    }

    /**
     * Writes some formats, each aside and renamed into place.
     *
     * @return the files written, in the order of {@code formats}
     * @throws IOException when a report can't be written
     */
    public static List<Path> write(RunDirectory run, ReportModel model, List<ReportFormat> formats) throws IOException {
        List<Path> written = new ArrayList<>();
        for (ReportFormat format : formats) {
            WholeFile.write(format.file(run), format.render(model));
            written.add(format.file(run));
        }
        return written;
    }
}
