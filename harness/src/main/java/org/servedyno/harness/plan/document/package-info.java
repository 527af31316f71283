/** The plan file as a document: typed reading with positions, and every problem collected. */
@NullMarked
package org.servedyno.harness.plan.document;

import org.jspecify.annotations.NullMarked;
