/** A driver's library without a driver, for tests: built by the system's C compiler, scripted by each test. */
@NullMarked
package org.servedyno.probe.fake;

import org.jspecify.annotations.NullMarked;
