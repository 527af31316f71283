/** Reports: what a run directory holds, made readable on a console, in Markdown and in a browser. */
@NullMarked
package org.servedyno.results.report;

import org.jspecify.annotations.NullMarked;
