/** Small, bounded HTTP requests to an engine, outside of any measurement. */
@NullMarked
package org.servedyno.harness.engine.http;

import org.jspecify.annotations.NullMarked;
