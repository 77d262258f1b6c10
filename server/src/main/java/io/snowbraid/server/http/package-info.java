/**
 * Settings for HTTP: the server's own endpoints, health and metrics, and the endpoints of
 * Camellia's, Leaf's and Tinyid's id servers.
 */
@NullMarked
package io.snowbraid.server.http;

import org.jspecify.annotations.NullMarked;
