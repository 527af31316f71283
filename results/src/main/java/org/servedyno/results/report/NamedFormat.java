package org.servedyno.results.report;

import java.nio.file.Path;
import java.util.function.Function;
import org.servedyno.results.report.view.ReportModel;
import org.servedyno.results.store.RunDirectory;

/** A format made of its three answers. */
record NamedFormat(String word, Function<RunDirectory, Path> place, Function<ReportModel, String> renderer)
        implements ReportFormat {
    @Override
    public Path file(RunDirectory run) {
        return place.apply(run);
    }

    @Override
    public String render(ReportModel model) {
        return renderer.apply(model);
    }
}
