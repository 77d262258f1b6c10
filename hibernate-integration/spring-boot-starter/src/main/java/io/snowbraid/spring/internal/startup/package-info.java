/** Internal: what stops a start, and what is said then. */
@NullMarked
package io.snowbraid.spring.internal.startup;

import org.jspecify.annotations.NullMarked;
