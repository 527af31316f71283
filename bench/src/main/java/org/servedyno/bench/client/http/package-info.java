/** HTTP/1.1 responses and server-sent events, byte by byte, without copying more than an event. */
@NullMarked
package org.servedyno.bench.client.http;

import org.jspecify.annotations.NullMarked;
