/** The console block and the result file of {@code vllm bench serve} v0.11.0, to the character. */
@NullMarked
package org.servedyno.results.report.vllm;

import org.jspecify.annotations.NullMarked;
