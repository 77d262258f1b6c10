/** Types that the modules of this library share and that are not part of the API. */
@NullMarked
package io.snowbraid.internal;

import org.jspecify.annotations.NullMarked;
