/** The GPU: what a probe is, and how one is opened, be it real or simulated. */
@NullMarked
package org.servedyno.probe;

import org.jspecify.annotations.NullMarked;
