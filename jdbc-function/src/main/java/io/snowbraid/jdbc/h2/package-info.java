/** What H2 calls when a statement uses the functions. */
@NullMarked
package io.snowbraid.jdbc.h2;

import org.jspecify.annotations.NullMarked;
