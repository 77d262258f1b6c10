/** Shared by the modules of this project; not for users. */
@NullMarked
package io.snowbraid.jdbc.internal;

import org.jspecify.annotations.NullMarked;
