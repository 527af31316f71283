/** What a study is made of: immutable values that cross every border of the product. */
@NullMarked
package org.servedyno.results.model;

import org.jspecify.annotations.NullMarked;
