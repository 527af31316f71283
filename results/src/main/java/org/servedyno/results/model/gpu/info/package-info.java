/** The facts of one GPU, in groups that are read together. */
@NullMarked
package org.servedyno.results.model.gpu.info;

import org.jspecify.annotations.NullMarked;
