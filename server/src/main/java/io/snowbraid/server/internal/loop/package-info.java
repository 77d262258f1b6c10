/** What the connections of all protocols share: turns, timeouts, memory, TLS and how they end. */
@NullMarked
package io.snowbraid.server.internal.loop;

import org.jspecify.annotations.NullMarked;
