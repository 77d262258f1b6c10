/** Sources of worker numbers. */
@NullMarked
package io.snowbraid.worker;

import org.jspecify.annotations.NullMarked;
