/** JMH benchmarks of the GPU through CUDA's driver: copies, launch latency, a matrix product. */
@NullMarked
package org.servedyno.bench.micro;

import org.jspecify.annotations.NullMarked;
