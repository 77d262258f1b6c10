/** Connections of any protocol: turns, timeouts, memory, TLS and closing. */
@NullMarked
package io.snowbraid.server.internal.loop;

import org.jspecify.annotations.NullMarked;
