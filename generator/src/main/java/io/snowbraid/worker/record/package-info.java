/**
 * Worker sources based on records, for stores that can compare a number and set a record in one
 * atomic, durable step.
 */
@NullMarked
package io.snowbraid.worker.record;

import org.jspecify.annotations.NullMarked;
