/**
 * H2's dialect, function installer and the Java methods its functions call. Internal: databases
 * store the names of {@code H2Functions}, but applications call only the SQL functions.
 */
@NullMarked
package io.snowbraid.jdbc.h2;

import org.jspecify.annotations.NullMarked;
