/**
 * The Java methods that the SQL functions of HSQLDB call. Internal: databases keep these names, but
 * applications use the functions in SQL, and never call the methods.
 */
@NullMarked
package io.snowbraid.jdbc.hsqldb;

import org.jspecify.annotations.NullMarked;
