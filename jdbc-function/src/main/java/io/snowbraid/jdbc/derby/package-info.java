/**
 * Derby: its dialect, how its functions are installed, and the Java methods that they call.
 * Internal: databases keep the names of {@code DerbyFunctions}, but applications use the functions
 * in SQL, and never call the methods.
 */
@NullMarked
package io.snowbraid.jdbc.derby;

import org.jspecify.annotations.NullMarked;
