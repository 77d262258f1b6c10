/** Internal: the operators' command-line tool. Its commands are the API, not its classes. */
@NullMarked
package io.snowbraid.cli;

import org.jspecify.annotations.NullMarked;
