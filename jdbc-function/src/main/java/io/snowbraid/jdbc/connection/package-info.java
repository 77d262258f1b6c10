/**
 * The use of the application's connections: which database a connection leads to, borrowing it, and
 * limiting how long a call may take.
 */
@NullMarked
package io.snowbraid.jdbc.connection;

import org.jspecify.annotations.NullMarked;
