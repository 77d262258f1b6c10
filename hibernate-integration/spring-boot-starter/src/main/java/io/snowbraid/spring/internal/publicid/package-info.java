/** Internal: keys of public ids. */
@NullMarked
package io.snowbraid.spring.internal.publicid;

import org.jspecify.annotations.NullMarked;
