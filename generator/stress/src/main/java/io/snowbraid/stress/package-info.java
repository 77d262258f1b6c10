/**
 * Two threads meet on one generator, millions of times. Each class lists every outcome that is
 * legal; any other one is forbidden.
 */
@NullMarked
package io.snowbraid.stress;

import org.jspecify.annotations.NullMarked;
