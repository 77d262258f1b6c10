/**
 * The calls of sources and stores to their tables, over connections of the application: where the
 * tables are, borrowing a connection, limiting how long a call may take, and what failures mean.
 */
@NullMarked
package io.snowbraid.jdbc.connection;

import org.jspecify.annotations.NullMarked;
