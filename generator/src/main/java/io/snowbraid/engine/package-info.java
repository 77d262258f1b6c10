/** The engine of a generator: leases a worker, extends its grant, and issues its ids. */
@NullMarked
package io.snowbraid.engine;

import org.jspecify.annotations.NullMarked;
