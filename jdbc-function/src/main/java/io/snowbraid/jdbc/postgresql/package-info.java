/** PostgreSQL: its dialect, and the functions that issue ids in the server. */
@NullMarked
package io.snowbraid.jdbc.postgresql;

import org.jspecify.annotations.NullMarked;
