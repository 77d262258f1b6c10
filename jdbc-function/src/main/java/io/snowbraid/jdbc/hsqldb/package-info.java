/**
 * HSQLDB's dialect, function installer and the Java methods its functions call. Internal: databases
 * store the names of {@code HsqldbFunctions}, but applications call only the SQL functions.
 */
@NullMarked
package io.snowbraid.jdbc.hsqldb;

import org.jspecify.annotations.NullMarked;
