package org.servedyno.results.report;

import java.nio.file.Path;
import java.util.List;
import org.servedyno.results.report.html.HtmlReport;
import org.servedyno.results.report.view.ReportModel;
import org.servedyno.results.store.RunDirectory;

/** A format a report is written in. A new one is one more entry of {@link #ALL}. */
public interface ReportFormat {
    /** The page for a browser. */
    ReportFormat HTML = new NamedFormat("html", RunDirectory::reportHtml, HtmlReport::render);

    /** The page for a pull request. */
    ReportFormat MARKDOWN = new NamedFormat("md", RunDirectory::reportMarkdown, MarkdownReport::render);

    /** Every format, in the order they are written. */
    List<ReportFormat> ALL = List.of(HTML, MARKDOWN);

    /** Its word on the command line. */
    String word();

    /** Where it goes in a run directory. */
    Path file(RunDirectory run);

    /** The file's content; the same model gives the same text, whatever the locale. */
    String render(ReportModel model);
}
