/**
 * A server that issues ids by the Redis protocol.
 *
 * <p>Words: a <em>turn</em> is one run of the event loop for one connection: it reads once, answers
 * the requests that are there, and writes once.
 *
 * <h2>Guarantees</h2>
 *
 * <ol>
 *   <li>Answers of a connection come in the order of its requests.
 *   <li>No event loop waits for a store or a clock. A call that has to wait is made in another
 *       thread, and only its own connection waits for the answer.
 *   <li>Memory per connection is bounded: a connection is not read while it has unsent answers
 *       above a limit, an answer that it waits for, or requests that were not processed yet.
 *   <li>A turn is bounded, in requests and in bytes. What is left waits until other connections had
 *       their turns.
 * </ol>
 */
@NullMarked
package io.snowbraid.server;

import org.jspecify.annotations.NullMarked;
