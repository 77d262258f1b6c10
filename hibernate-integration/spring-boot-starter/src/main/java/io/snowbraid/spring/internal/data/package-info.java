/** Internal: ids for aggregates of Spring Data JDBC and R2DBC. */
@NullMarked
package io.snowbraid.spring.internal.data;

import org.jspecify.annotations.NullMarked;
