/**
 * The HTTP/1.1 port of the server: an interface of its own, health and metrics, and room for the
 * endpoints of other servers.
 *
 * <h2>Guarantees</h2>
 *
 * <ol>
 *   <li>Answers of a connection come in the order of its requests.
 *   <li>No event loop waits for a store or a clock.
 *   <li>Memory per connection is bounded: while it waits or has unsent answers above a limit, it
 *       keeps at most the requests of one read.
 *   <li>A request whose end is not certain is answered with an error, and ends its connection.
 *   <li>Secrets and tokens appear neither in logs nor in answers.
 * </ol>
 */
@NullMarked
package io.snowbraid.server.internal.http;

import org.jspecify.annotations.NullMarked;
