package io.snowbraid.spring.internal;

/** The major version of Spring Boot that this starter is built for. */
final class SupportedBootLine {

  static final String MAJOR = "3";

  private SupportedBootLine() {}
}
