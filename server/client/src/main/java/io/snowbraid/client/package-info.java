/**
 * An {@link io.snowbraid.IdGenerator} that prefetches ids from Snowbraid servers.
 *
 * <p>A <em>block</em> holds prefetched ids, which calls take with an atomic addition. A
 * <em>round</em> tries each server once, until one answers.
 *
 * <h2>Guarantees</h2>
 *
 * <ol>
 *   <li>Each id in a server's answer is issued at most once. Answers that are late, incomplete or
 *       not strictly increasing are discarded with their connection.
 *   <li>A block is replaced only when it is used up or discarded. The next block is above it,
 *       except as {@link io.snowbraid.client.ServerIds} describes.
 *   <li>All communication happens in the background, one draw at a time. A call waits for a block,
 *       never for a socket, and never exceeds its limit.
 *   <li>A request to a server never exceeds the timeout, from connecting to the answer's last byte.
 *       Only resolving the server's name is limited by the operating system instead. Requests are
 *       so short that sending them does not block.
 *   <li>Tag numbers strictly increase. No id within the last 1,024 accepted blocks is accepted
 *       again.
 * </ol>
 */
@NullMarked
package io.snowbraid.client;

import org.jspecify.annotations.NullMarked;
