/**
 * The Java methods that the SQL functions of H2 call. Internal: databases keep these names, but
 * applications use the functions in SQL, and never call the methods.
 */
@NullMarked
package io.snowbraid.jdbc.h2;

import org.jspecify.annotations.NullMarked;
