/** The engine of a generator: it leases a worker, gets grants for it, and issues its ids. */
@NullMarked
package io.snowbraid.engine;

import org.jspecify.annotations.NullMarked;
