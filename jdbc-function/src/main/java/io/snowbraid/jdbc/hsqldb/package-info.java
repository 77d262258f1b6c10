/** HSQLDB: its dialect, and the Java methods that its SQL functions call. */
@NullMarked
package io.snowbraid.jdbc.hsqldb;

import org.jspecify.annotations.NullMarked;
