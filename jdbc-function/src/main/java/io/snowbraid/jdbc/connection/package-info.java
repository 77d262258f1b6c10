/**
 * How the library uses the application's connections: which database one leads to, borrowing it,
 * and bounding how long a call may take.
 */
@NullMarked
package io.snowbraid.jdbc.connection;

import org.jspecify.annotations.NullMarked;
