/** The worker table's columns and statements. */
@NullMarked
package io.snowbraid.jdbc.workertable;

import org.jspecify.annotations.NullMarked;
