/**
 * Configures the application's generator in Spring Boot from the properties {@code snowbraid.*},
 * with metrics and health.
 */
@NullMarked
package io.snowbraid.spring;

import org.jspecify.annotations.NullMarked;
