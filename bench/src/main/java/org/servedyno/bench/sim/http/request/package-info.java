/** Request bodies of the OpenAI API: read, checked, and refused in vLLM's words. */
@NullMarked
package org.servedyno.bench.sim.http.request;

import org.jspecify.annotations.NullMarked;
