/**
 * What differs between databases. Each database has a package of its own that extends this one;
 * {@code Dialects} lists them.
 */
@NullMarked
package io.snowbraid.jdbc.dialect;

import org.jspecify.annotations.NullMarked;
