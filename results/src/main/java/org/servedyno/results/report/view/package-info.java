/** What a report shows, already rounded and labelled: every format prints these values and computes none. */
@NullMarked
package org.servedyno.results.report.view;

import org.jspecify.annotations.NullMarked;
