/**
 * H2: its dialect, how its functions are installed, and the Java methods that they call. Internal:
 * databases keep the names of {@code H2Functions}, but applications use the functions in SQL, and
 * never call the methods.
 */
@NullMarked
package io.snowbraid.jdbc.h2;

import org.jspecify.annotations.NullMarked;
