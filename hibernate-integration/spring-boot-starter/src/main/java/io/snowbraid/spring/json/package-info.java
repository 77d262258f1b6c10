/** Ids in JSON, with Jackson 3. */
@NullMarked
package io.snowbraid.spring.json;

import org.jspecify.annotations.NullMarked;
