/** Internal: reads and writes ids in JSON, for Jackson, springdoc and the starter. */
@NullMarked
package io.snowbraid.spring.json.internal;

import org.jspecify.annotations.NullMarked;
