/**
 * What the connections of all protocols need: a look at their timeouts, and threads for calls that
 * have to wait.
 */
@NullMarked
package io.snowbraid.server.internal.loop;

import org.jspecify.annotations.NullMarked;
