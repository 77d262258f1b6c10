/** The tables with the slots and servers of numbers per key. Not for applications. */
@NullMarked
package io.snowbraid.jdbc.keyed;

import org.jspecify.annotations.NullMarked;
