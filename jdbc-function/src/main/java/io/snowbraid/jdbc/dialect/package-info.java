/**
 * What differs between databases, and what their packages share. Each database has a package that
 * holds all that is special about it; {@code Dialects} lists their dialects.
 */
@NullMarked
package io.snowbraid.jdbc.dialect;

import org.jspecify.annotations.NullMarked;
