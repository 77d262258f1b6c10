/** Worker sources, from which generators lease their workers. */
@NullMarked
package io.snowbraid.worker;

import org.jspecify.annotations.NullMarked;
