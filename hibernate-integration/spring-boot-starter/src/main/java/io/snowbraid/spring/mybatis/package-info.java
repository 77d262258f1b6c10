/** Internal: ids for MyBatis-Plus. */
@NullMarked
package io.snowbraid.spring.mybatis;

import org.jspecify.annotations.NullMarked;
