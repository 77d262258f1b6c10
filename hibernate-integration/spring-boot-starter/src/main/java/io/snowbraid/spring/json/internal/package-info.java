/** Internal: how ids are written and read in JSON. Jackson, springdoc and the starter use it. */
@NullMarked
package io.snowbraid.spring.json.internal;

import org.jspecify.annotations.NullMarked;
