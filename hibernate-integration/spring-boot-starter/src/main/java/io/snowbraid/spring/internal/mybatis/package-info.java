/** Internal: ids for MyBatis-Plus. */
@NullMarked
package io.snowbraid.spring.internal.mybatis;

import org.jspecify.annotations.NullMarked;
