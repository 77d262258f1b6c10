/**
 * The Java methods that the SQL functions of Derby call. Internal: databases keep these names, but
 * applications use the functions in SQL, and never call the methods.
 */
@NullMarked
package io.snowbraid.jdbc.derby;

import org.jspecify.annotations.NullMarked;
