/** Internal: public ids in requests to Spring MVC. */
@NullMarked
package io.snowbraid.spring.internal.web;

import org.jspecify.annotations.NullMarked;
