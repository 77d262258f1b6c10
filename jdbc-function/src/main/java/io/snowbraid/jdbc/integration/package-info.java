/** What other modules of this library call, and applications do not: not part of the API. */
@NullMarked
package io.snowbraid.jdbc.integration;

import org.jspecify.annotations.NullMarked;
