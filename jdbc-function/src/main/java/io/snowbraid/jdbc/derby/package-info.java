/** Derby: its dialect, and the Java methods that its SQL functions call. */
@NullMarked
package io.snowbraid.jdbc.derby;

import org.jspecify.annotations.NullMarked;
