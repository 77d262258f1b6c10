/** Internal: what the generator objects of one service registry share. */
@NullMarked
package io.snowbraid.hibernate.internal;

import org.jspecify.annotations.NullMarked;
