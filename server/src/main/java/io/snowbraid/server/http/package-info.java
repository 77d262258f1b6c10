/**
 * What the server serves by HTTP, beside an interface of its own, health and metrics: the endpoints
 * of the id servers of Camellia, Leaf and Tinyid, and what these need.
 */
@NullMarked
package io.snowbraid.server.http;

import org.jspecify.annotations.NullMarked;
