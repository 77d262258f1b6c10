/** SQLite: its dialect, and how its functions are installed. */
@NullMarked
package io.snowbraid.jdbc.sqlite;

import org.jspecify.annotations.NullMarked;
