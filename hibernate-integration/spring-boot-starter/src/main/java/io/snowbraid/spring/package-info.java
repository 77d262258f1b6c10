/** Snowbraid in Spring Boot. */
@NullMarked
package io.snowbraid.spring;

import org.jspecify.annotations.NullMarked;
