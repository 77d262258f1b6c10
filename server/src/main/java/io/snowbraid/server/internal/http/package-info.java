/**
 * The server's HTTP/1.1 port: its own endpoints, health, metrics, and endpoints of other id
 * servers.
 *
 * <h2>Guarantees</h2>
 *
 * <ol>
 *   <li>A connection's answers are in the order of its requests.
 *   <li>Event loops never wait for a store or a clock.
 *   <li>Each connection uses bounded memory: while it waits or has too many unsent answers, it
 *       keeps at most the requests of one read.
 *   <li>A request whose end is uncertain is answered with an error, and its connection is closed.
 *   <li>Secrets and tokens appear neither in logs nor in answers.
 * </ol>
 */
@NullMarked
package io.snowbraid.server.internal.http;

import org.jspecify.annotations.NullMarked;
