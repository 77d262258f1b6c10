/** The world's cities in Spring Data, under ids that survive a broken clock. */
@NullMarked
package io.snowbraid.sample;

import org.jspecify.annotations.NullMarked;
