/** The command-line tool for operators. */
@NullMarked
package io.snowbraid.cli;

import org.jspecify.annotations.NullMarked;
