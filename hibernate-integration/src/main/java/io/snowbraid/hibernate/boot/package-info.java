/** Internal: entry points that Hibernate calls while reading the mapping. */
@NullMarked
package io.snowbraid.hibernate.boot;

import org.jspecify.annotations.NullMarked;
