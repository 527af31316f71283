/** Our own child JVMs: started with this JVM's classes, heard as JSON lines, ended by closing their stdin. */
@NullMarked
package org.servedyno.probe.child;

import org.jspecify.annotations.NullMarked;
