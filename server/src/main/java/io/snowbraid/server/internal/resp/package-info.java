/** Internal: the protocol of Redis. */
@NullMarked
package io.snowbraid.server.internal.resp;

import org.jspecify.annotations.NullMarked;
