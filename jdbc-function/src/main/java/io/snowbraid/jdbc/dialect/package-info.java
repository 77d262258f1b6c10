/**
 * What differs from database to database. A package for each database extends it; {@code Dialects}
 * lists them.
 */
@NullMarked
package io.snowbraid.jdbc.dialect;

import org.jspecify.annotations.NullMarked;
