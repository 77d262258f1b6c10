/** Internal: the Redis protocol. */
@NullMarked
package io.snowbraid.server.internal.resp;

import org.jspecify.annotations.NullMarked;
