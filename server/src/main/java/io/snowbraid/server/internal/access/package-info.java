/** Internal: authentication, and protection of servers without it. */
@NullMarked
package io.snowbraid.server.internal.access;

import org.jspecify.annotations.NullMarked;
