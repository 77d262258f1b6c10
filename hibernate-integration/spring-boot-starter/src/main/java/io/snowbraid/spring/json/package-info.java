/** Ids in JSON with Jackson, and the annotation for public ids. */
@NullMarked
package io.snowbraid.spring.json;

import org.jspecify.annotations.NullMarked;
