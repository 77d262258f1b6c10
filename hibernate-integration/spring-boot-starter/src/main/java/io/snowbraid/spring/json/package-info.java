/** Annotations for ids in JSON with Jackson, and for public ids in requests. */
@NullMarked
package io.snowbraid.spring.json;

import org.jspecify.annotations.NullMarked;
