/**
 * An {@link io.snowbraid.IdGenerator} over Snowbraid servers.
 *
 * <p>Words: a <em>block</em> holds the ids of one request, which calls take by an atomic addition.
 * A <em>round</em> asks each server once, until one answers.
 *
 * <h2>Guarantees</h2>
 *
 * <ol>
 *   <li>Each id of a server's answer is issued at most once. An answer that comes too late, is
 *       incomplete, or does not strictly rise, is discarded with its connection.
 *   <li>A block is left only when it is used up or discarded, and the next one is above it, with
 *       the exception that {@link io.snowbraid.client.ServerIds} states.
 *   <li>All communication happens in the background, one draw at a time. A caller waits for blocks,
 *       never for a socket, and no longer than it is allowed to.
 *   <li>A server is asked for no longer than the timeout, from connecting to the last byte of the
 *       answer, apart from looking up its name, for which the system sets the limit. Requests are
 *       so short that sending them waits for nobody.
 *   <li>Numbers of a tag strictly increase. No id of the last 1,024 accepted blocks is accepted
 *       again.
 * </ol>
 */
@NullMarked
package io.snowbraid.client;

import org.jspecify.annotations.NullMarked;
