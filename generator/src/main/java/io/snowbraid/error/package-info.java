/** The failures of generators, and what all failures of Snowbraid have in common. */
@NullMarked
package io.snowbraid.error;

import org.jspecify.annotations.NullMarked;
