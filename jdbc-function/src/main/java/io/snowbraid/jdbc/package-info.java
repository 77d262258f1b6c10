/**
 * SQL functions that issue and decode ids, such as {@code NEXT_SNOWFLAKE()}, and a source of
 * workers that are recorded in a table.
 */
@NullMarked
package io.snowbraid.jdbc;

import org.jspecify.annotations.NullMarked;
