package org.servedyno.results.report.html;

import com.github.mustachejava.DefaultMustacheFactory;
import com.github.mustachejava.Mustache;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.servedyno.results.report.view.ReportModel;

/**
 * The report as one HTML file that opens offline: styles, scripts, drawings and data are inside it. The same model gives
 * the same bytes.
 */
public final class HtmlReport {
    private static final String PLOT_POM = "/META-INF/maven/org.webjars.npm/uplot/pom.properties";

    private HtmlReport() {}

    /** The whole file. */
    public static String render(ReportModel model) {
        StringWriter page = new StringWriter();
        template().execute(page, HtmlPage.of(model, assets()));
        return page.toString();
    }

    private static Mustache template() {
        return new DefaultMustacheFactory().compile(new StringReader(resource("report.mustache")), "report.mustache");
    }

    private static HtmlPage.Assets assets() {
        String plot = "/META-INF/resources/webjars/uplot/" + plotVersion() + "/";
        return new HtmlPage.Assets(
                resource("report.css"),
                resource("report.js"),
                resource(plot + "dist/uPlot.min.css"),
                resource(plot + "dist/uPlot.iife.min.js"),
                resource(plot + "LICENSE"));
    }

    private static String plotVersion() {
        Properties pom = new Properties();
        try {
            pom.load(new StringReader(resource(PLOT_POM)));
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
        return pom.getProperty("version", "unknown");
    }

    private static String resource(String path) {
        try (InputStream in = HtmlReport.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("not on the class path: " + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path + " from the class path", e);
        }
    }
}
