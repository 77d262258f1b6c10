/** Keeps the slots and servers of numbers per key in tables of a database. */
@NullMarked
package io.snowbraid.jdbc.keyed;

import org.jspecify.annotations.NullMarked;
