/** The dialect of Derby, and the installer of its SQL functions. */
@NullMarked
package io.snowbraid.jdbc.dialect.derby;

import org.jspecify.annotations.NullMarked;
