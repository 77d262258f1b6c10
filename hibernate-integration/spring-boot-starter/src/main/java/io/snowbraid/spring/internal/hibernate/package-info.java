/** Internal: session factories. */
@NullMarked
package io.snowbraid.spring.internal.hibernate;

import org.jspecify.annotations.NullMarked;
