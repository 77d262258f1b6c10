/**
 * Internal: the manners of other servers, Leaf, Tinyid and Camellia, whose clients are served
 * unchanged. Nothing else knows them.
 */
@NullMarked
package io.snowbraid.server.internal.legacy;

import org.jspecify.annotations.NullMarked;
