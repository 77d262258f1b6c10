/**
 * Snowbraid in Spring Boot: the application's generator, configured by {@link
 * io.snowbraid.spring.SnowbraidProperties}, with its meters and its health.
 */
@NullMarked
package io.snowbraid.spring;

import org.jspecify.annotations.NullMarked;
