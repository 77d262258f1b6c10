/** Internal: numbers of tags. */
@NullMarked
package io.snowbraid.spring.internal.segments;

import org.jspecify.annotations.NullMarked;
