/** What a healthy GPU of each known product looks like, from data files that name their sources. */
@NullMarked
package org.servedyno.probe.gate.profile;

import org.jspecify.annotations.NullMarked;
