/** The tables that keep the bounds of tags, of this library and of others. Not for applications. */
@NullMarked
package io.snowbraid.jdbc.segmenttable;

import org.jspecify.annotations.NullMarked;
