/** Internal: called by other Snowbraid modules, not by applications. */
@NullMarked
package io.snowbraid.jdbc.integration;

import org.jspecify.annotations.NullMarked;
