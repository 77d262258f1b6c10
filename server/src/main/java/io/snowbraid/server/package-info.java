/**
 * A server that serves ids over the Redis protocol and HTTP.
 *
 * <p>A <em>turn</em> is one run of the event loop for one connection: the loop reads once, answers
 * the available requests, and writes once.
 *
 * <h2>Guarantees</h2>
 *
 * <ol>
 *   <li>A connection's answers are in the order of its requests.
 *   <li>Event loops never wait for a store or a clock. Calls that must wait run in other threads
 *       and delay only their own connection.
 *   <li>Each connection uses bounded memory. The server does not read from a connection while its
 *       unsent answers exceed a limit, an answer is pending, or earlier requests are unprocessed.
 *   <li>Each turn is bounded in requests and bytes. The rest waits until other connections have had
 *       their turns.
 * </ol>
 */
@NullMarked
package io.snowbraid.server;

import org.jspecify.annotations.NullMarked;
