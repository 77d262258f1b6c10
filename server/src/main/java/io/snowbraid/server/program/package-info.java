/** Internal: the program run by {@code java -jar}, its settings, startup and shutdown. */
@NullMarked
package io.snowbraid.server.program;

import org.jspecify.annotations.NullMarked;
