/** Internal: where the worker comes from. */
@NullMarked
package io.snowbraid.spring.internal.worker;

import org.jspecify.annotations.NullMarked;
