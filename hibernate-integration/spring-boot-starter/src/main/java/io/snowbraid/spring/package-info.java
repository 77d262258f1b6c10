/**
 * Snowbraid in Spring Boot: the application's generator, configured by the properties {@code
 * snowbraid.*}, with its meters and its health.
 */
@NullMarked
package io.snowbraid.spring;

import org.jspecify.annotations.NullMarked;
