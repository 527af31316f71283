/** The report as one self-contained HTML file: template, charts as SVG, traces as data for uPlot. */
@NullMarked
package org.servedyno.results.report.html;

import org.jspecify.annotations.NullMarked;
