/** The YAML plan: from the file to a validated study, its order, and what it will do. */
@NullMarked
package org.servedyno.harness.plan;

import org.jspecify.annotations.NullMarked;
