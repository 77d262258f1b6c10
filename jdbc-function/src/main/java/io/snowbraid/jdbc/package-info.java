/** Ids made where the rows are made: {@code NEXT_SNOWFLAKE()} and its decoders as SQL functions. */
@NullMarked
package io.snowbraid.jdbc;

import org.jspecify.annotations.NullMarked;
