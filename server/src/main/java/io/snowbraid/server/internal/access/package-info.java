/** Internal: who may have ids. */
@NullMarked
package io.snowbraid.server.internal.access;

import org.jspecify.annotations.NullMarked;
