package io.snowbraid.server.program;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The smallest and the largest value of an option, in the form in which it is set. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Range {

  /** The smallest value. */
  String min();

  /** The largest value; empty if there is none. */
  String max() default "";
}
