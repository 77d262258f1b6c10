/** Ids for MyBatis-Plus; not for users. */
@NullMarked
package io.snowbraid.spring.mybatis;

import org.jspecify.annotations.NullMarked;
