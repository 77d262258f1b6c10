/**
 * Ids backed by the application's own database. {@link io.snowbraid.jdbc.JdbcWorkerSource} leases
 * workers from a table, {@link io.snowbraid.jdbc.SnowflakeFunctions} installs SQL functions such as
 * {@code NEXT_SNOWFLAKE()}, and {@link io.snowbraid.jdbc.JdbcSegmentSource} draws short consecutive
 * numbers.
 */
@NullMarked
package io.snowbraid.jdbc;

import org.jspecify.annotations.NullMarked;
