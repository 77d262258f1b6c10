/** Internal: a server in the application, and clients of one. */
@NullMarked
package io.snowbraid.spring.internal.server;

import org.jspecify.annotations.NullMarked;
