/**
 * Two threads use one generator at the same time, millions of times. Each class lists every legal
 * outcome; any other outcome is a failure.
 */
@NullMarked
package io.snowbraid.stress;

import org.jspecify.annotations.NullMarked;
