/** The failures of generators, and the superclass of all Snowbraid failures. */
@NullMarked
package io.snowbraid.error;

import org.jspecify.annotations.NullMarked;
