/** DuckDB: its dialect, and how its functions are installed. */
@NullMarked
package io.snowbraid.jdbc.duckdb;

import org.jspecify.annotations.NullMarked;
