/** The world's cities in Spring Data, with ids that stay unique when the clock is wrong. */
@NullMarked
package io.snowbraid.sample;

import org.jspecify.annotations.NullMarked;
