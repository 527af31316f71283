/** What the GPUs did during a JMH iteration, as a profiler for anyone's benchmarks. Nothing else here needs JMH at run time. */
@NullMarked
package org.servedyno.probe.jmh;

import org.jspecify.annotations.NullMarked;
