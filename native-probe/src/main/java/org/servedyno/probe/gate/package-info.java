/** Gates: rules on the environment that make a trial valid, suspect or invalid and never look at its score. */
@NullMarked
package org.servedyno.probe.gate;

import org.jspecify.annotations.NullMarked;
