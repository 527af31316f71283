/** Talking to servers: one event-loop thread, HTTP/1.1 and server-sent events of our own, one dialect an API. */
@NullMarked
package org.servedyno.bench.client;

import org.jspecify.annotations.NullMarked;
