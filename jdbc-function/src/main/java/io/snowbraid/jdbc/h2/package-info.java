/** H2: its dialect, and the Java methods that its SQL functions call. */
@NullMarked
package io.snowbraid.jdbc.h2;

import org.jspecify.annotations.NullMarked;
