/** Internal: the program that {@code java -jar} runs, its settings, its start and its end. */
@NullMarked
package io.snowbraid.server.program;

import org.jspecify.annotations.NullMarked;
