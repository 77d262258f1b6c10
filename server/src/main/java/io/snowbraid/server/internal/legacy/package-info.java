/**
 * Internal: the protocols of Leaf, Tinyid and Camellia, so that their clients work unchanged. Other
 * packages do not know these protocols.
 */
@NullMarked
package io.snowbraid.server.internal.legacy;

import org.jspecify.annotations.NullMarked;
