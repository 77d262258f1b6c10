/** The worker table: its columns, and the statements on it. */
@NullMarked
package io.snowbraid.jdbc.workertable;

import org.jspecify.annotations.NullMarked;
