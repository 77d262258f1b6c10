/** The dialect of HSQLDB, and the installer of its SQL functions. */
@NullMarked
package io.snowbraid.jdbc.dialect.hsqldb;

import org.jspecify.annotations.NullMarked;
