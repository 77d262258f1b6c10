/** Ids in JSON with Jackson. */
@NullMarked
package io.snowbraid.spring.json;

import org.jspecify.annotations.NullMarked;
