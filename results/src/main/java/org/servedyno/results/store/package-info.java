/** The files of a run directory: where each one stands, and its writer and reader in one place. */
@NullMarked
package org.servedyno.results.store;

import org.jspecify.annotations.NullMarked;
