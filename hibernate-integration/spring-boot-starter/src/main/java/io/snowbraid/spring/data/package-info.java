/** Ids for aggregates of Spring Data JDBC and R2DBC; not for users. */
@NullMarked
package io.snowbraid.spring.data;

import org.jspecify.annotations.NullMarked;
