package org.servedyno.results.report.html;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.servedyno.results.report.view.Shortened;

/** Writes one SVG drawing. Text is escaped; numbers are printed with one decimal whatever the locale. */
final class Svg {
    private final StringBuilder out = new StringBuilder();

    /**
     * Begins a drawing.
     *
     * @param width user units
     * @param height user units
     * @param label what it shows, for those who can't see it
     */
    Svg(double width, double height, String label) {
        out.append("<svg viewBox=\"0 0 ")
                .append(number(width))
                .append(' ')
                .append(number(height))
                .append("\" role=\"img\" aria-label=\"")
                .append(escape(label))
                .append("\" xmlns=\"http://www.w3.org/2000/svg\">");
    }

    /** A straight line. */
    Svg line(String style, double x1, double y1, double x2, double y2) {
        out.append("<line class=\"").append(style).append('"');
        attribute("x1", x1).attribute("y1", y1).attribute("x2", x2).attribute("y2", y2);
        out.append("/>");
        return this;
    }

    /** A rectangle. */
    Svg box(String style, double x, double y, double width, double height) {
        out.append("<rect class=\"").append(style).append('"');
        attribute("x", x).attribute("y", y).attribute("width", width).attribute("height", height);
        out.append("/>");
        return this;
    }

    /** A dot that tells what it is when pointed at. */
    Svg dot(String style, double x, double y, double radius, String title) {
        out.append("<circle class=\"").append(style).append('"');
        attribute("cx", x).attribute("cy", y).attribute("r", radius);
        out.append("><title>").append(escape(title)).append("</title></circle>");
        return this;
    }

    /** A line through points, given as x, y, x, y. */
    Svg path(String style, double... coordinates) {
        out.append("<polyline class=\"").append(style).append("\" points=\"");
        for (int i = 0; i < coordinates.length; i++) {
            out.append(i == 0 ? "" : i % 2 == 0 ? " " : ",").append(number(coordinates[i]));
        }
        out.append("\"/>");
        return this;
    }

    /** Text anchored by its style's {@code text-anchor}. */
    Svg text(String style, double x, double y, String text) {
        out.append("<text class=\"").append(style).append('"');
        attribute("x", x).attribute("y", y);
        out.append('>').append(escape(text)).append("</text>");
        return this;
    }

    /** Text cut to {@code most} characters; the whole text shows when pointed at. */
    Svg textCut(String style, double x, double y, String text, int most) {
        if (text.length() <= most) {
            return text(style, x, y, text);
        }
        out.append("<text class=\"").append(style).append('"');
        attribute("x", x).attribute("y", y);
        out.append("><title>").append(escape(text)).append("</title>");
        out.append(escape(Shortened.to(most, text))).append("</text>");
        return this;
    }

    /** Text turned about its anchor. */
    Svg turnedText(String style, double x, double y, int degrees, String text) {
        out.append("<text class=\"").append(style).append("\" transform=\"translate(");
        out.append(number(x)).append(' ').append(number(y)).append(") rotate(").append(degrees);
        out.append(")\">").append(escape(text)).append("</text>");
        return this;
    }

    /** Ends the drawing. */
    String end() {
        return out.append("</svg>").toString();
    }

    private Svg attribute(String name, double value) {
        out.append(' ').append(name).append("=\"").append(number(value)).append('"');
        return this;
    }

    private static String number(double value) {
        return new BigDecimal(value)
                .setScale(1, RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
