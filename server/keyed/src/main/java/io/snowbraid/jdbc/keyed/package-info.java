/** Stores the slots and servers of numbers per key in database tables. */
@NullMarked
package io.snowbraid.jdbc.keyed;

import org.jspecify.annotations.NullMarked;
