/** Internal: the properties and the configuration classes of the starter. */
@NullMarked
package io.snowbraid.spring.internal;

import org.jspecify.annotations.NullMarked;
