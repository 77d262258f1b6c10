/** Internal: health and meters. */
@NullMarked
package io.snowbraid.spring.internal.health;

import org.jspecify.annotations.NullMarked;
