/** What was seen of the GPUs: inventory, samples, gates. */
@NullMarked
package org.servedyno.results.model.gpu;

import org.jspecify.annotations.NullMarked;
