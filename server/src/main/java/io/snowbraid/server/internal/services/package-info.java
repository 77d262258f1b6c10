/** Internal: what both protocols serve and all connections share. */
@NullMarked
package io.snowbraid.server.internal.services;

import org.jspecify.annotations.NullMarked;
