/** From a workload's description to a request set: dataset readers and samplers, digests, and the sealed file. */
@NullMarked
package org.servedyno.bench.workload;

import org.jspecify.annotations.NullMarked;
