/**
 * Calls from sources and stores to their tables, over the application's connections: finding
 * tables, borrowing connections, limiting call times, and explaining failures.
 */
@NullMarked
package io.snowbraid.jdbc.connection;

import org.jspecify.annotations.NullMarked;
