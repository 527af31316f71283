/** Where {@code servedyno probe} takes what it shows. */
@NullMarked
package org.servedyno.harness.cli.probe;

import org.jspecify.annotations.NullMarked;
