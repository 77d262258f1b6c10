/**
 * Differences between databases, and code that their packages share. Each database has a package
 * with all its peculiarities; {@code Dialects} lists their dialects.
 */
@NullMarked
package io.snowbraid.jdbc.dialect;

import org.jspecify.annotations.NullMarked;
