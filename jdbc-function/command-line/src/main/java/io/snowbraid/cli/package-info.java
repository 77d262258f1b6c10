/** Internal: the command-line tool for operators. Its commands are for use, not its classes. */
@NullMarked
package io.snowbraid.cli;

import org.jspecify.annotations.NullMarked;
