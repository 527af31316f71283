/** What a probe asked of a node and was told, kept as files and played back, so that a faulty node can be looked at elsewhere. */
@NullMarked
package org.servedyno.probe.replay;

import org.jspecify.annotations.NullMarked;
