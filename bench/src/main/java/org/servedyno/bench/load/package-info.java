/** The load: schedules, the bound of requests in flight, records, and the generator's own health. */
@NullMarked
package org.servedyno.bench.load;

import org.jspecify.annotations.NullMarked;
