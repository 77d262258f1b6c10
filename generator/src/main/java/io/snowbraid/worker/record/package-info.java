/**
 * Worker sources over records: what a worker source of any store has to decide and to check, for
 * stores that can compare a number and set a record in one atomic, durable step.
 */
@NullMarked
package io.snowbraid.worker.record;

import org.jspecify.annotations.NullMarked;
