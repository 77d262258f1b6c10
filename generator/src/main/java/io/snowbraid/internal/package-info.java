/** What the modules of this library share and no user sees. */
@NullMarked
package io.snowbraid.internal;

import org.jspecify.annotations.NullMarked;
