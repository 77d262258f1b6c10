/** The worker table: its rows, the statements on it, and the leases that it records. */
@NullMarked
package io.snowbraid.jdbc.workertable;

import org.jspecify.annotations.NullMarked;
