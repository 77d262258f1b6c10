/** Tables of tag bounds: Snowbraid's own and those of other products. Not for applications. */
@NullMarked
package io.snowbraid.jdbc.segmenttable;

import org.jspecify.annotations.NullMarked;
