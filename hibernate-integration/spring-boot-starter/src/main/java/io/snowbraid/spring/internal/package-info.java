/** Internal: the properties, and what several rooms of the starter need. */
@NullMarked
package io.snowbraid.spring.internal;

import org.jspecify.annotations.NullMarked;
