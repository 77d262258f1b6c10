/** The dialect of H2, and the installer of its SQL functions. */
@NullMarked
package io.snowbraid.jdbc.dialect.h2;

import org.jspecify.annotations.NullMarked;
